"""One GPU, through libgradrt's C functions."""

import ctypes


class Device:
    """The context of the only rank of a world on the backend nccl."""

    def __init__(self, runtime):
        self.runtime = ctypes.CDLL(runtime, mode=ctypes.RTLD_GLOBAL)
        self.runtime.gradrt_status_message.restype = ctypes.c_char_p
        contexts = (ctypes.c_void_p * 1)()
        self.call("init_all", b"nccl", ctypes.c_int64(1), None, contexts)
        self.context = ctypes.c_void_p(contexts[0])
        self.blocks = []

    def call(self, name, *arguments):
        function = getattr(self.runtime, f"gradrt_{name}")
        function.restype = ctypes.c_void_p
        self.check(function(*arguments))

    def check(self, status):
        if status:
            message = self.runtime.gradrt_status_message(ctypes.c_void_p(status))
            raise SystemExit(f"gradrt: {message.decode()}")

    def allocate(self, count):
        """The address of `count` bytes."""
        block = ctypes.c_void_p()
        self.call("alloc", self.context, ctypes.c_int64(count), ctypes.byref(block))
        self.blocks.append(block)
        return block

    def write(self, block, content):
        self.call("write", self.context, block, content,
                  ctypes.c_int64(len(content)), None)

    def read(self, block, count):
        content = ctypes.create_string_buffer(count)
        self.call("read", self.context, content, block, ctypes.c_int64(count), None)
        return content.raw

    def copy(self, target, source, count, times):
        """Issues `times` copies."""
        function = self.runtime.gradrt_copy
        function.restype = ctypes.c_void_p
        arguments = (self.context, target, source, ctypes.c_int64(count), None)
        for _ in range(times):
            self.check(function(*arguments))

    def synchronize(self):
        self.call("synchronize", self.context, None)

    def free_all(self):
        for block in self.blocks:
            self.call("free", self.context, block)
        self.blocks = []

    def close(self):
        self.free_all()
        self.call("finalize", self.context)
        self.runtime.gradrt_destroy(self.context)
