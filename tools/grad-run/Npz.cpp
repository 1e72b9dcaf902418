//===- Npz.cpp - Arrays in NumPy's .npz files -----------------------------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npz.h"
#include "NpyFormat.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <zip.h>

#include <algorithm>
#include <memory>

using namespace llvm;
using namespace mlir::grad::npz;

namespace {

struct ZipDiscarder {
  void operator()(zip_t *zip) const { zip_discard(zip); }
};
using ZipHandle = std::unique_ptr<zip_t, ZipDiscarder>;

struct MemberCloser {
  void operator()(zip_file_t *file) const { zip_fclose(file); }
};
using MemberHandle = std::unique_ptr<zip_file_t, MemberCloser>;

} // namespace

static Error failForArray(StringRef name, Error error) {
  // A damaged name should not garble a terminal.
  std::string shown = json::fixUTF8(name);
  std::replace_if(
      shown.begin(), shown.end(),
      [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return fail("array '" + shown + "': " + toString(std::move(error)));
}

static Expected<ZipHandle> openZip(const std::string &path, int flags) {
  int code = 0;
  if (zip_t *zip = zip_open(path.c_str(), flags, &code))
    return ZipHandle(zip);
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  Error result = fail(zip_error_strerror(&error));
  zip_error_fini(&error);
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The most bytes that one byte of deflated data can stand for.
static constexpr uint64_t maxDeflateRatio = 1032;

/// A header that describes plain numbers is much shorter than this.
static constexpr uint64_t maxHeaderBytes = 1 << 16;

namespace {

/// One array's file in an archive. It counts what is left of the size that the
/// archive says it has; that size may be a lie.
class MemberReader {
public:
  /// Opens the file. `fileBytes` is the size of the archive, `budget` is what
  /// may still be read from it.
  static Expected<MemberReader> open(zip_t *zip, uint64_t index,
                                     uint64_t fileBytes, uint64_t &budget);

  Expected<Array> readArray();

private:
  Expected<NpyHeader> readHeader();
  Error append(std::vector<char> &bytes, uint64_t count);
  Error checkEnd();

  MemberHandle file;
  uint64_t left = 0;
  uint64_t fileBytes = 0;
};

} // namespace

Expected<MemberReader> MemberReader::open(zip_t *zip, uint64_t index,
                                          uint64_t fileBytes,
                                          uint64_t &budget) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  constexpr uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD;
  if (zip_stat_index(zip, index, 0, &stat) != 0)
    return fail(zip_strerror(zip));
  if ((stat.valid & needed) != needed)
    return fail("the archive does not tell its size");
  // NumPy uses no other methods, and they have no such bound as deflate's.
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
    return fail("unknown compression method " + Twine(stat.comp_method));
  // A small file whose members overlap could otherwise fill the memory.
  if (stat.size > budget)
    return fail("its size of " + Twine(stat.size) +
                " bytes is more than the file can hold");
  budget -= stat.size;

  MemberReader reader;
  reader.file.reset(zip_fopen_index(zip, index, 0));
  if (!reader.file)
    return fail(zip_strerror(zip));
  reader.left = stat.size;
  reader.fileBytes = fileBytes;
  return reader;
}

/// Appends the next `count` bytes of the file to `bytes`.
Error MemberReader::append(std::vector<char> &bytes, uint64_t count) {
  if (count > left)
    return fail("it is truncated: " + Twine(count) +
                " bytes are needed where " + Twine(left) + " are left");
  left -= count;
  // Memory grows with what has been read, not with what the file says that it
  // holds. The reservation spares data that are not compressed the copies.
  bytes.reserve(bytes.size() + std::min(count, fileBytes));
  constexpr uint64_t chunkBytes = 1 << 20;
  while (count > 0) {
    size_t done = bytes.size();
    uint64_t chunk = std::min(count, chunkBytes);
    bytes.resize(done + chunk);
    zip_int64_t got = zip_fread(file.get(), &bytes[done], chunk);
    if (got < 0)
      return fail("it is damaged: " + Twine(zip_file_strerror(file.get())));
    if (got == 0)
      return fail("it is truncated");
    bytes.resize(done + got);
    count -= got;
  }
  return Error::success();
}

/// Checks that the file ends here. Only a read beyond the last byte makes the
/// library compare the checksum.
Error MemberReader::checkEnd() {
  char extra;
  zip_int64_t got = zip_fread(file.get(), &extra, 1);
  if (got < 0)
    return fail("it is damaged: " + Twine(zip_file_strerror(file.get())));
  if (left > 0 || got > 0)
    return fail("it holds more data than its shape needs");
  return Error::success();
}

Expected<NpyHeader> MemberReader::readHeader() {
  std::vector<char> prefix;
  if (Error error = append(prefix, npyPrefixBytes))
    return error;
  Expected<size_t> lengthBytes =
      npyLengthBytes(StringRef(prefix.data(), prefix.size()));
  if (!lengthBytes)
    return lengthBytes.takeError();

  std::vector<char> length;
  if (Error error = append(length, *lengthBytes))
    return error;
  uint64_t headerBytes = *lengthBytes == 2
                             ? support::endian::read16le(length.data())
                             : support::endian::read32le(length.data());
  if (headerBytes > maxHeaderBytes)
    return fail("malformed header: it is " + Twine(headerBytes) +
                " bytes long");
  std::vector<char> header;
  if (Error error = append(header, headerBytes))
    return error;
  return parseNpyHeader(StringRef(header.data(), header.size()));
}

Expected<Array> MemberReader::readArray() {
  Expected<NpyHeader> header = readHeader();
  if (!header)
    return header.takeError();
  Array array;
  if (Error error = append(array.data, header->dataBytes))
    return error;
  if (Error error = checkEnd())
    return error;
  convertNpyData(*header, array.data);
  array.descr = std::move(header->type.descr);
  array.shape = std::move(header->shape);
  return array;
}

static Expected<std::vector<NamedArray>> readArrays(const std::string &path) {
  // The library takes an empty file for an archive without members, and waits
  // for a pipe.
  sys::fs::file_status status;
  if (std::error_code code = sys::fs::status(path, status))
    return createStringError(code, code.message());
  if (!sys::fs::is_regular_file(status))
    return fail("not a regular file");
  uint64_t fileBytes = status.getSize();
  if (fileBytes == 0)
    return fail("the file is empty");
  Expected<ZipHandle> zip = openZip(path, ZIP_RDONLY);
  if (!zip)
    return zip.takeError();

  std::vector<NamedArray> arrays;
  StringSet<> names;
  uint64_t budget = SaturatingMultiply(fileBytes, maxDeflateRatio);
  uint64_t count = zip_get_num_entries(zip->get(), 0);
  for (uint64_t index = 0; index < count; ++index) {
    // The library would take some names, as those with a line feed, to be in
    // an old encoding. NumPy's are in ASCII or UTF-8.
    const char *member = zip_get_name(zip->get(), index, ZIP_FL_ENC_RAW);
    if (!member)
      return fail(zip_strerror(zip->get()));
    StringRef name = member;
    if (!name.consume_back(".npy"))
      return failForArray(name, fail("its name does not end in .npy"));
    if (!json::isUTF8(name))
      return failForArray(name, fail("its name is not valid UTF-8"));
    if (!names.insert(name).second)
      return failForArray(name, fail("the file has two of that name"));
    Expected<MemberReader> reader =
        MemberReader::open(zip->get(), index, fileBytes, budget);
    if (!reader)
      return failForArray(name, reader.takeError());
    Expected<Array> array = reader->readArray();
    if (!array)
      return failForArray(name, array.takeError());
    arrays.emplace_back(name.str(), std::move(*array));
  }
  return arrays;
}

Expected<std::vector<NamedArray>> mlir::grad::npz::readNpz(StringRef path) {
  auto arrays = readArrays(path.str());
  if (!arrays)
    return createFileError(path, arrays.takeError());
  return arrays;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The headers of all arrays, or what keeps them from being written.
static Expected<std::vector<std::string>>
makeHeaders(ArrayRef<NamedArray> arrays) {
  // A zip archive has 16 bits for the length of a name; ".npy" is part of it.
  constexpr size_t maxNameBytes = 0xffff - 4;
  std::vector<std::string> headers;
  StringSet<> names;
  for (const auto &[name, array] : arrays) {
    if (!names.insert(name).second)
      return failForArray(name, fail("there are two of that name"));
    if (name.size() > maxNameBytes)
      return fail("the name of an array is too long: " + Twine(name.size()) +
                  " bytes");
    if (!json::isUTF8(name))
      return failForArray(name, fail("its name is not valid UTF-8"));
    // The library does not take control characters as part of UTF-8.
    if (any_of(name, [](unsigned char c) { return c < 0x20; }))
      return failForArray(name, fail("its name has a control character"));
    Expected<std::string> header = makeNpyHeader(array);
    if (!header)
      return failForArray(name, header.takeError());
    headers.push_back(std::move(*header));
  }
  return headers;
}

/// Adds an array to an archive, which refers to its bytes until it is closed.
static Error addMember(zip_t *zip, StringRef name, std::string &header,
                       const Array &array) {
  // The library does not write to the buffers, though the type lets it.
  zip_buffer_fragment_t parts[2];
  parts[0].data = reinterpret_cast<zip_uint8_t *>(header.data());
  parts[0].length = header.size();
  parts[1].data =
      reinterpret_cast<zip_uint8_t *>(const_cast<char *>(array.data.data()));
  parts[1].length = array.data.size();
  zip_source_t *source =
      zip_source_buffer_fragment(zip, parts, array.data.empty() ? 1 : 2, 0);
  if (!source)
    return fail(zip_strerror(zip));
  std::string member = (name + ".npy").str();
  zip_int64_t index =
      zip_file_add(zip, member.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return fail(zip_strerror(zip));
  }

  // Without compression, the bytes do not hang on the version of a library.
  // The time is the earliest one that an archive can have: the start of 1980.
  constexpr zip_uint16_t date = 1 << 5 | 1;
  constexpr zip_uint32_t mode = 0100644;
  if (zip_set_file_compression(zip, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(zip, index, 0, date, 0) != 0 ||
      zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX,
                                       mode << 16) != 0)
    return fail(zip_strerror(zip));
  return Error::success();
}

/// The library removes an archive without members instead of writing it.
static Error writeEmptyZip(const std::string &path) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (code)
    return createStringError(code, code.message());
  // The record that ends an archive, with all counts and sizes zero.
  os << "PK\x05\x06";
  os.write_zeros(18);
  os.close();
  code = os.error();
  os.clear_error();
  return code ? createStringError(code, code.message()) : Error::success();
}

static Error writeZip(const std::string &path, ArrayRef<NamedArray> arrays,
                      MutableArrayRef<std::string> headers) {
  if (arrays.empty())
    return writeEmptyZip(path);
  Expected<ZipHandle> zip = openZip(path, ZIP_CREATE | ZIP_TRUNCATE);
  if (!zip)
    return zip.takeError();
  for (auto [entry, header] : zip_equal(arrays, headers))
    if (Error error = addMember(zip->get(), entry.first, header, entry.second))
      return failForArray(entry.first, std::move(error));
  if (zip_close(zip->get()) != 0)
    return fail(zip_strerror(zip->get()));
  // Closing it has freed it.
  zip->release();
  return Error::success();
}

/// Creates an empty file of a new name in the folder of `path`.
static Expected<std::string> createTemporary(StringRef path) {
  std::error_code code;
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    SmallString<128> name(sys::path::parent_path(path));
    sys::path::append(name, ".npz-" + Twine(sys::Process::getProcessId()) +
                                "-" + Twine(attempt) + ".tmp");
    int fd;
    code = sys::fs::openFileForWrite(name, fd, sys::fs::CD_CreateNew);
    if (!code)
      code = sys::Process::SafelyCloseFileDescriptor(fd);
    if (!code)
      return name.str().str();
    if (code != std::errc::file_exists)
      break;
  }
  return createStringError(code, code.message());
}

static Error writeArrays(StringRef path, ArrayRef<NamedArray> arrays) {
  // Renaming would put the file in the place of a device, too.
  if (sys::fs::exists(path) && !sys::fs::is_regular_file(path))
    return fail("not a regular file");
  Expected<std::vector<std::string>> headers = makeHeaders(arrays);
  if (!headers)
    return headers.takeError();
  Expected<std::string> temporary = createTemporary(path);
  if (!temporary)
    return temporary.takeError();
  FileRemover remover(*temporary);
  if (Error error = writeZip(*temporary, arrays, *headers))
    return error;
  if (std::error_code code = sys::fs::rename(*temporary, path))
    return createStringError(code, code.message());
  remover.releaseFile();
  return Error::success();
}

Error mlir::grad::npz::writeNpz(StringRef path, ArrayRef<NamedArray> arrays) {
  if (Error error = writeArrays(path, arrays))
    return createFileError(path, std::move(error));
  return Error::success();
}
