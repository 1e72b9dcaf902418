#include "Npz.h"
namespace mlir::grad::npz {
llvm::Expected<std::vector<std::pair<std::string, Array>>>
readNpz(llvm::StringRef path) {
  return llvm::createStringError("x");
}
llvm::Error writeNpz(llvm::StringRef path,
                     llvm::ArrayRef<std::pair<std::string, Array>> arrays) {
  return llvm::createStringError("x");
}
} // namespace mlir::grad::npz
