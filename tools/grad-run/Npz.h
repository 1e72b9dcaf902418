#include "llvm/Support/Error.h"
#include <string>
#include <vector>
namespace mlir::grad::npz {
struct Array {
  std::string descr;
  std::vector<int64_t> shape;
  std::vector<char> data;
};
llvm::Expected<std::vector<std::pair<std::string, Array>>>
readNpz(llvm::StringRef path);
llvm::Error writeNpz(llvm::StringRef path,
                     llvm::ArrayRef<std::pair<std::string, Array>> arrays);
} // namespace mlir::grad::npz
