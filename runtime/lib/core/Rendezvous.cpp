//===- Rendezvous.cpp - Rank 0's id over TCP ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank connects to rank 0 and says who it is; rank 0 answers in the same
// form, and with the id. Every wait ends with the timeout.
//
//===----------------------------------------------------------------------===//

#include "Rendezvous.h"
#include "Status.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace gradrt;

namespace {

using Clock = std::chrono::steady_clock;

/// The first bytes on a connection, each way. Numbers are in network order.
struct Header {
  char magic[8];
  unsigned char version[8];
  unsigned char rank[8];
  unsigned char size[8];
};
constexpr char magic[8] = {'g', 'r', 'a', 'd', 'r', 't', 'i', 'd'};
constexpr int64_t version = 1;

void store(unsigned char *to, int64_t number) {
  for (int i = 0; i < 8; ++i)
    to[i] = static_cast<unsigned char>(static_cast<uint64_t>(number) >>
                                       (8 * (7 - i)));
}
int64_t load(const unsigned char *from) {
  uint64_t number = 0;
  for (int i = 0; i < 8; ++i)
    number = number << 8 | from[i];
  return static_cast<int64_t>(number);
}

Header makeHeader(int64_t rank, int64_t size) {
  Header header;
  std::memcpy(header.magic, magic, sizeof(magic));
  store(header.version, version);
  store(header.rank, rank);
  store(header.size, size);
  return header;
}
bool isOurs(const Header &header) {
  return std::memcmp(header.magic, magic, sizeof(magic)) == 0 &&
         load(header.version) == version;
}

class Socket {
public:
  explicit Socket(int descriptor = -1) : descriptor(descriptor) {}
  Socket(Socket &&other) noexcept : descriptor(other.descriptor) {
    other.descriptor = -1;
  }
  Socket &operator=(Socket &&other) noexcept {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~Socket() {
    if (descriptor >= 0)
      ::close(descriptor);
  }
  int get() const { return descriptor; }
  explicit operator bool() const { return descriptor >= 0; }

private:
  int descriptor;
};

class Deadline {
public:
  explicit Deadline(int64_t timeoutMs)
      : endless(timeoutMs == 0),
        end(Clock::now() + std::chrono::milliseconds(timeoutMs)) {}
  bool over() const { return !endless && Clock::now() >= end; }
  /// For poll(2); never more than `most`.
  int left(int most = INT_MAX) const {
    if (endless)
      return most == INT_MAX ? -1 : most;
    auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(
                    end - Clock::now())
                    .count();
    return static_cast<int>(std::clamp<int64_t>(rest + 1, 0, most));
  }

private:
  bool endless;
  Clock::time_point end;
};

struct FreeAddresses {
  void operator()(addrinfo *list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

/// NULL where the name does not resolve; `fault` is then why.
Addresses resolve(const char *host, const std::string &port, int flags,
                  std::string &fault) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo *list = nullptr;
  int error = getaddrinfo(host, port.c_str(), &hints, &list);
  if (error)
    fault = gai_strerror(error);
  return Addresses(error ? nullptr : list);
}

Socket makeSocket(const addrinfo &address) {
  return Socket(::socket(address.ai_family,
                         address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                         address.ai_protocol));
}

/// Moves all of the bytes; false where the other side or the time has gone.
template <typename Move>
bool transfer(const Socket &socket, int64_t bytes, short events,
              const Deadline &deadline, Move move) {
  for (int64_t done = 0; done < bytes;) {
    ssize_t moved = move(done);
    if (moved > 0) {
      done += moved;
      continue;
    }
    if (moved == 0 ||
        (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
      return false;
    if (deadline.over())
      return false;
    pollfd waiting = {socket.get(), events, 0};
    ::poll(&waiting, 1, deadline.left());
  }
  return true;
}

bool sendAll(const Socket &socket, const void *from, int64_t bytes,
             const Deadline &deadline) {
  return transfer(socket, bytes, POLLOUT, deadline, [&](int64_t done) {
    return ::send(socket.get(), static_cast<const char *>(from) + done,
                  bytes - done, MSG_NOSIGNAL);
  });
}

bool receiveAll(const Socket &socket, void *to, int64_t bytes,
                const Deadline &deadline) {
  return transfer(socket, bytes, POLLIN, deadline, [&](int64_t done) {
    return ::recv(socket.get(), static_cast<char *>(to) + done, bytes - done,
                  0);
  });
}

gradrt_status failed(gradrt_code code, const std::string &message) {
  return makeStatus(code, "gradrt_init_environment: " + message);
}

std::string place(const Rendezvous &self) {
  return "MASTER_ADDR=" + self.address + " and port " + self.port;
}

//===----------------------------------------------------------------------===//
// Rank 0
//===----------------------------------------------------------------------===//

/// Listens on every address of the list that is this host's. `isTaken`: another
/// program listens on one of them.
std::vector<Socket> listenOn(const addrinfo *list, std::string &fault,
                             bool &isTaken) {
  std::vector<Socket> sockets;
  for (const addrinfo *address = list; address; address = address->ai_next) {
    Socket socket = makeSocket(*address);
    int yes = 1;
    if (socket) {
      setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
      // An address of the other family gets a socket of its own.
      if (address->ai_family == AF_INET6)
        setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof(yes));
    }
    if (socket &&
        ::bind(socket.get(), address->ai_addr, address->ai_addrlen) == 0 &&
        ::listen(socket.get(), SOMAXCONN) == 0)
      sockets.push_back(std::move(socket));
    else {
      isTaken |= errno == EADDRINUSE;
      fault = std::strerror(errno);
    }
  }
  return sockets;
}

std::string describeMissing(const std::vector<bool> &seen) {
  std::string text;
  int64_t count = 0;
  for (size_t rank = 0; rank < seen.size(); ++rank) {
    if (seen[rank] || ++count > 16)
      continue;
    text += (count > 1 ? ", " : "") + std::to_string(rank);
  }
  if (count > 16)
    text += " and " + std::to_string(count - 16) + " more";
  return (count == 1 ? "rank " : "ranks ") + text;
}

/// Answers one connection. What is none of ours is dropped.
gradrt_status answer(const Rendezvous &self, Socket socket, const void *id,
                     int64_t bytes, const Deadline &deadline,
                     std::vector<bool> &seen) {
  Header header;
  // A stranger who says nothing must not hold up the ranks.
  Deadline patience(deadline.left(2000));
  if (!receiveAll(socket, &header, sizeof(header), patience) || !isOurs(header))
    return nullptr;
  int64_t rank = load(header.rank);
  int64_t size = load(header.size);
  Header own = makeHeader(0, self.size);
  if (!sendAll(socket, &own, sizeof(own), patience))
    return nullptr;
  if (size != self.size || rank < 1 || rank >= size)
    return failed(GRADRT_INVALID_ARGUMENT,
                  "rank " + std::to_string(rank) + " has WORLD_SIZE=" +
                      std::to_string(size) + ", but rank 0 has WORLD_SIZE=" +
                      std::to_string(self.size));
  if (sendAll(socket, id, bytes, patience)) {
    // It comes again only where an answer was lost.
    seen[rank] = true;
  }
  return nullptr;
}

gradrt_status serve(const Rendezvous &self, const void *id, int64_t bytes) {
  Deadline deadline(self.timeoutMs);
  std::string fault;
  Addresses own = resolve(self.address.c_str(), self.port, 0, fault);
  std::vector<Socket> sockets;
  bool isTaken = false;
  if (own)
    sockets = listenOn(own.get(), fault, isTaken);
  if (sockets.empty() && !isTaken) {
    // The name may be that of a router before this host.
    Addresses any = resolve(nullptr, self.port, AI_PASSIVE, fault);
    if (any)
      sockets = listenOn(any.get(), fault, isTaken);
  }
  if (sockets.empty() || isTaken)
    return failed(GRADRT_SYSTEM, "rank 0 cannot listen: " + fault + ", with " +
                                     place(self) +
                                     "; GRADRT_PORT names another port");
  std::vector<bool> seen(self.size, false);
  seen[0] = true;
  while (std::count(seen.begin(), seen.end(), false)) {
    if (deadline.over())
      return failed(GRADRT_TIMEOUT, describeMissing(seen) +
                                        " did not connect within " +
                                        std::to_string(self.timeoutMs) +
                                        " ms, with " + place(self));
    std::vector<pollfd> waiting;
    for (const Socket &socket : sockets)
      waiting.push_back({socket.get(), POLLIN, 0});
    ::poll(waiting.data(), waiting.size(), deadline.left());
    for (const Socket &socket : sockets) {
      Socket accepted(::accept4(socket.get(), nullptr, nullptr,
                                SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!accepted)
        continue;
      if (gradrt_status status =
              answer(self, std::move(accepted), id, bytes, deadline, seen))
        return status;
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The other ranks
//===----------------------------------------------------------------------===//

/// A connection to the first address that takes one.
Socket connectTo(const addrinfo *list, const Deadline &deadline,
                 std::string &fault) {
  for (const addrinfo *address = list; address; address = address->ai_next) {
    Socket socket = makeSocket(*address);
    if (!socket)
      continue;
    int error = 0;
    if (::connect(socket.get(), address->ai_addr, address->ai_addrlen)) {
      error = errno;
      if (error == EINPROGRESS) {
        pollfd waiting = {socket.get(), POLLOUT, 0};
        ::poll(&waiting, 1, deadline.left(5000));
        socklen_t length = sizeof(error);
        if (!(waiting.revents & POLLOUT))
          error = ETIMEDOUT;
        else
          getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length);
      }
    }
    if (!error)
      return socket;
    fault = std::strerror(error);
  }
  return Socket();
}

gradrt_status ask(const Rendezvous &self, void *id, int64_t bytes) {
  Deadline deadline(self.timeoutMs);
  std::string fault = "no address";
  auto pause = std::chrono::milliseconds(10);
  while (true) {
    Addresses addresses = resolve(self.address.c_str(), self.port, 0, fault);
    Socket socket;
    if (addresses)
      socket = connectTo(addresses.get(), deadline, fault);
    Header header = makeHeader(self.rank, self.size);
    if (socket && sendAll(socket, &header, sizeof(header), deadline) &&
        receiveAll(socket, &header, sizeof(header), deadline)) {
      if (!isOurs(header))
        return failed(GRADRT_SYSTEM,
                      "what answers is no rank 0 of this version, with " +
                          place(self));
      if (load(header.size) != self.size)
        return failed(GRADRT_INVALID_ARGUMENT,
                      "rank " + std::to_string(self.rank) +
                          " has WORLD_SIZE=" + std::to_string(self.size) +
                          ", but rank 0 has WORLD_SIZE=" +
                          std::to_string(load(header.size)));
      if (receiveAll(socket, id, bytes, deadline))
        return nullptr;
    }
    if (socket)
      fault = "the connection was closed";
    if (deadline.over())
      return failed(GRADRT_TIMEOUT, "rank " + std::to_string(self.rank) +
                                        " did not reach rank 0 within " +
                                        std::to_string(self.timeoutMs) +
                                        " ms, with " + place(self) + ": " +
                                        fault);
    // Rank 0 may not have come yet.
    std::this_thread::sleep_for(
        std::min(pause, std::chrono::milliseconds(deadline.left(1000))));
    pause = std::min(pause * 2, std::chrono::milliseconds(500));
  }
}

} // namespace

gradrt_status Rendezvous::share(void *id, int64_t bytes) const {
  return rank == 0 ? serve(*this, id, bytes) : ask(*this, id, bytes);
}
