//===- DeviceTest.cpp - Memory and order, where memory is the host's ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gradrt/backend.h"

#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gradrt::test;

namespace {
class DeviceConformance : public Conformance {};

TEST_P(DeviceConformance, MovesBytes) {
  run(2, [](gradrt_context *context, int64_t rank) -> gradrt_status {
    float data[4] = {1, 2, 3, float(rank)}, back[4] = {};
    void *a = nullptr, *b = nullptr;
    EXPECT_OK(gradrt_alloc(context, sizeof(data), &a));
    EXPECT_OK(gradrt_alloc(context, sizeof(data), &b));
    EXPECT_OK(gradrt_write(context, a, data, sizeof(data), nullptr));
    EXPECT_OK(gradrt_copy(context, b, a, sizeof(data), nullptr));
    EXPECT_OK(gradrt_read(context, back, b, sizeof(data), nullptr));
    EXPECT_EQ(std::memcmp(data, back, sizeof(data)), 0);
    EXPECT_OK(gradrt_copy(context, nullptr, nullptr, 0, nullptr));
    EXPECT_OK(gradrt_synchronize(context, nullptr));
    EXPECT_OK(gradrt_free(context, a));
    return gradrt_free(context, b);
  });
}

TEST_P(DeviceConformance, KeepsConstantsAndTables) {
  run(1, [](gradrt_context *context, int64_t) -> gradrt_status {
    static const int64_t numbers[3] = {1, 2, 3};
    static char key;
    void *first = nullptr, *again = nullptr;
    EXPECT_OK(
        gradrt_constant(context, numbers, sizeof(numbers), &first, nullptr));
    EXPECT_OK(
        gradrt_constant(context, numbers, sizeof(numbers), &again, nullptr));
    EXPECT_EQ(first, again);
    int64_t back[3] = {};
    EXPECT_OK(gradrt_read(context, back, first, sizeof(back), nullptr));
    EXPECT_EQ(back[2], 3);
    EXPECT_OK(gradrt_table(context, &key, numbers, 3, &first, nullptr));
    int64_t others[3] = {4, 5, 6};
    EXPECT_OK(gradrt_table(context, &key, others, 3, &again, nullptr));
    EXPECT_EQ(first, again);
    EXPECT_OK(gradrt_read(context, back, again, sizeof(back), nullptr));
    EXPECT_EQ(back[0], 4);
    // Another length may be other memory.
    EXPECT_OK(gradrt_table(context, &key, others, 2, &again, nullptr));
    EXPECT_OK(gradrt_read(context, back, again, 16, nullptr));
    EXPECT_EQ(back[1], 5);
    return nullptr;
  });
}

TEST_P(DeviceConformance, HasNoStreams) {
  if (!GetParam().isHost)
    GTEST_SKIP() << "has a device";
  run(2, [](gradrt_context *context, int64_t rank) -> gradrt_status {
    gradrt_stream *stream = nullptr;
    int64_t one = 0, two = 0;
    float value = float(rank);
    EXPECT_OK(gradrt_fork(context, &stream, nullptr));
    EXPECT_OK(gradrt_all_reduce(context, &value, &value, 1, GRADRT_TYPE_F32,
                                GRADRT_TYPE_F32, GRADRT_KIND_SUM, nullptr,
                                stream, nullptr));
    EXPECT_OK(gradrt_mark(context, &one, nullptr));
    EXPECT_OK(gradrt_mark(context, &two, nullptr));
    EXPECT_LT(one, two);
    EXPECT_OK(gradrt_join(context, two, nullptr));
    EXPECT_OK(gradrt_join(context, one, nullptr));
    EXPECT_EQ(value, 1);
    return nullptr;
  });
}

TEST_P(DeviceConformance, RefusesWhatItHasNot) {
  if (!GetParam().isHost)
    GTEST_SKIP() << "has a device";
  run(1, [](gradrt_context *context, int64_t) -> gradrt_status {
    EXPECT_ERROR(
        gradrt_launch(context, "image", 5, "kernel", 1, 1, nullptr, "here"),
        GRADRT_UNSUPPORTED, "no kernels");
    gradrt_product product = {GRADRT_TYPE_F32,
                              GRADRT_TYPE_F32,
                              0,
                              1,
                              1,
                              1,
                              1,
                              1,
                              1,
                              0,
                              1,
                              1,
                              0,
                              1,
                              1,
                              0};
    float a = 1, b = 2, c = 0;
    EXPECT_ERROR(gradrt_matmul(context, &product, &a, &b, &c, "here"),
                 GRADRT_UNSUPPORTED, "no products");
    product.output = GRADRT_TYPE_F64;
    EXPECT_ERROR(gradrt_matmul(context, &product, &a, &b, &c, "here"),
                 GRADRT_INVALID_ARGUMENT, "type does not fit");
    product.output = GRADRT_TYPE_F32;
    product.a_row = product.a_column = 2;
    EXPECT_ERROR(gradrt_matmul(context, &product, &a, &b, &c, "here"),
                 GRADRT_INVALID_ARGUMENT, "strides of which one is 1");
    EXPECT_ERROR(gradrt_copy(context, &a, &b, -1, "here"),
                 GRADRT_INVALID_ARGUMENT, "negative size");
    EXPECT_ERROR(gradrt_read(context, nullptr, &b, 4, "here"),
                 GRADRT_INVALID_ARGUMENT, "to is NULL");
    EXPECT_ERROR(
        gradrt_launch(context, "image", 5, "kernel", 1, 0, nullptr, "here"),
        GRADRT_INVALID_ARGUMENT, "expected blocks and threads");
    return nullptr;
  });
}

GRADRT_CONFORMANCE(DeviceConformance);

//===----------------------------------------------------------------------===//
// torchrun's environment
//===----------------------------------------------------------------------===//

/// A backend that only looks at rank 0's id.
gradrt_backend makeWitness() {
  gradrt_backend backend = *gradrt_find_backend("local");
  backend.name = "witness";
  backend.make_id = [](int64_t, const gradrt_options *, void *id,
                       void **token) -> gradrt_status {
    *token = nullptr;
    std::memset(id, 42, GRADRT_ID_BYTES);
    return nullptr;
  };
  backend.open = [](int64_t rank, int64_t size, const void *id, void *,
                    const gradrt_options *options,
                    void **state) -> gradrt_status {
    if (static_cast<const char *>(id)[GRADRT_ID_BYTES - 1] != 42)
      return gradrt_status_create(GRADRT_INTERNAL, "another id", nullptr);
    std::vector<void *> states(size);
    gradrt_status status =
        gradrt_find_backend("local")->open_all(size, options, states.data());
    *state = status ? nullptr : states[rank];
    return status;
  };
  return backend;
}

void setEnvironment(int rank, int size, int port) {
  setenv("RANK", std::to_string(rank).c_str(), 1);
  setenv("WORLD_SIZE", std::to_string(size).c_str(), 1);
  setenv("MASTER_ADDR", "127.0.0.1", 1);
  setenv("MASTER_PORT", std::to_string(port).c_str(), 1);
}

/// A port that is free now.
int findPort() {
  int file = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  bind(file, reinterpret_cast<sockaddr *>(&address), length);
  getsockname(file, reinterpret_cast<sockaddr *>(&address), &length);
  close(file);
  return ntohs(address.sin_port);
}

/// Listens as another program would.
class Listener {
public:
  explicit Listener(int port) : file(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(
        bind(file, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
    EXPECT_EQ(listen(file, 1), 0);
  }
  ~Listener() { close(file); }

private:
  int file;
};

void joinThree(int port) {
  static gradrt_backend witness = makeWitness();
  if (!gradrt_find_backend("witness"))
    EXPECT_OK(gradrt_register_backend(&witness));
  std::vector<pid_t> children;
  for (int rank = 0; rank != 3; ++rank) {
    pid_t child = fork();
    if (child == 0) {
      setEnvironment(rank, 3, port);
      gradrt_options options;
      gradrt_status_free(gradrt_options_init(&options));
      options.timeout_ms = 20000;
      gradrt_context *context = nullptr;
      gradrt_status status =
          gradrt_init_environment("witness", &options, &context);
      int64_t number = -1;
      if (!status)
        status = gradrt_rank(context, &number);
      _exit(status || number != rank);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST(Environment, BringsTheRanksTogether) { joinThree(findPort()); }

TEST(Environment, LeavesMasterPortToTorchrunsAgent) {
  int port = findPort();
  Listener agent(port);
  setenv("TORCHELASTIC_USE_AGENT_STORE", "True", 1);
  joinThree(port);
  // It listens nowhere where this is False.
  setenv("TORCHELASTIC_USE_AGENT_STORE", "False", 1);
  joinThree(findPort());
  unsetenv("TORCHELASTIC_USE_AGENT_STORE");
}

TEST(Environment, SaysThatThePortIsTaken) {
  int port = findPort();
  Listener other(port);
  setEnvironment(0, 2, port);
  gradrt_context *context = nullptr;
  EXPECT_ERROR(gradrt_init_environment("local", nullptr, &context),
               GRADRT_SYSTEM, "rank 0 cannot listen", "in use",
               std::to_string(port), "GRADRT_PORT");
  setenv("GRADRT_PORT", std::to_string(findPort()).c_str(), 1);
  joinThree(port);
  setenv("GRADRT_PORT", "none", 1);
  EXPECT_ERROR(gradrt_init_environment("local", nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "GRADRT_PORT: expected a number");
  unsetenv("GRADRT_PORT");
}

TEST(Environment, NamesWhatIsWrong) {
  gradrt_context *context = nullptr;
  gradrt_options options;
  EXPECT_OK(gradrt_options_init(&options));
  options.timeout_ms = 300;
  unsetenv("RANK");
  unsetenv("WORLD_SIZE");
  EXPECT_ERROR(gradrt_init_environment("local", &options, &context),
               GRADRT_INVALID_ARGUMENT, "WORLD_SIZE is not set");
  setEnvironment(2, 2, 1);
  EXPECT_ERROR(gradrt_init_environment("local", &options, &context),
               GRADRT_INVALID_ARGUMENT, "RANK: expected a number from 0 to 1");
  setEnvironment(1, 2, 1);
  unsetenv("MASTER_ADDR");
  EXPECT_ERROR(gradrt_init_environment("local", &options, &context),
               GRADRT_INVALID_ARGUMENT, "MASTER_ADDR is not set");
  // Nobody listens.
  setEnvironment(1, 2, findPort());
  EXPECT_ERROR(gradrt_init_environment("local", &options, &context),
               GRADRT_TIMEOUT, "gradrt_init_environment");
  // One rank needs nobody.
  setEnvironment(0, 1, 1);
  EXPECT_OK(gradrt_init_environment("local", &options, &context));
  gradrt_destroy(context);
}

TEST(Environment, HasNaN) {
  setenv("GRADRT_NAN", "maybe", 1);
  gradrt_options options;
  EXPECT_ERROR(gradrt_options_init(&options), GRADRT_INVALID_ARGUMENT,
               "GRADRT_NAN: expected ignore, got \"maybe\"");
  setenv("GRADRT_NAN", "ignore", 1);
  EXPECT_OK(gradrt_options_init(&options));
  EXPECT_EQ(options.ignore_nan, 1);
  unsetenv("GRADRT_NAN");
}
} // namespace
