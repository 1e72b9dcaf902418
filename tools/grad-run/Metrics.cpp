//===- Metrics.cpp - What is watched in a training -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Metrics.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<Metrics> Metrics::create(const Schedule &schedule,
                                        int64_t numRanks) {
  Metrics metrics;
  metrics.numRanks = numRanks;
  for (const Program *program : schedule.getPrograms())
    if (llvm::Error error = metrics.addResults(schedule, *program))
      return error;
  if (metrics.metrics.count("loss"))
    metrics.loss = "loss";
  return metrics;
}

llvm::Error Metrics::addResults(const Schedule &schedule,
                                const Program &program) {
  std::vector<std::string> &resultNames = names[&program];
  for (const Slot &slot : program.getResults()) {
    std::string &name = resultNames.emplace_back();
    bool isStatic = !llvm::is_contained(slot.shape, ShapedType::kDynamic);
    bool isNumber = !slot.isNamed && slot.shape.empty();
    if (!isStatic || !(slot.isMetric || isNumber))
      continue;
    name = slot.name;
    auto hasOtherType = [&](const Metric &metric) {
      return metric.elementType != slot.elementType ||
             metric.shape != slot.shape;
    };
    auto found = metrics.find(name);
    // A number without a name is another one in each function, but in those
    // that hold a micro-step.
    if (isNumber && found != metrics.end() &&
        (!schedule.takesRows(program) || hasOtherType(found->second))) {
      name = program.getEntry().str() + "/" + name;
      found = metrics.end();
    }
    if (found != metrics.end() && hasOtherType(found->second))
      return makeError("metric '" + name + "' of '" + program.getEntry() +
                       "' has another type in another function");
    if (isNumber && loss.empty() &&
        llvm::isa<mlir::FloatType>(slot.elementType))
      loss = name;
    Metric &metric = metrics[name];
    metric.elementType = slot.elementType;
    metric.shape = slot.shape;
    metric.ranks.resize(numRanks);
  }
  return llvm::Error::success();
}

void Metrics::add(const Program &program, int64_t rank,
                  llvm::ArrayRef<HostArray> results) {
  for (auto [name, result] : llvm::zip(names.at(&program), results)) {
    if (name.empty())
      continue;
    std::vector<char> &values = metrics.at(name).ranks[rank];
    values.insert(values.end(), result.data.begin(), result.data.end());
  }
}

/// All digits of integers, six of others.
static void printNumber(double number, llvm::raw_ostream &os) {
  if (number == std::floor(number) && std::fabs(number) < 1e15)
    os << llvm::format("%.0f", number);
  else
    os << llvm::format("%g", number);
}

void Metrics::describe(llvm::StringRef name, Metric &metric,
                       llvm::raw_ostream &os) {
  if (!metric.shape.empty())
    return;
  size_t width = getElementBytes(metric.elementType);
  size_t first = metric.described, last = metric.ranks.front().size() / width;
  metric.described = last;
  if (first == last)
    return;
  if (name == "loss_scale" || !llvm::isa<mlir::FloatType>(metric.elementType))
    first = last - 1;
  double sum = 0;
  for (const std::vector<char> &values : metric.ranks) {
    HostArray part(metric.elementType, {int64_t(last - first)});
    part.data.assign(values.begin() + first * width, values.end());
    for (size_t i = 0; i != last - first; ++i)
      sum += getDouble(part, i);
  }
  os << ' ' << (name == loss ? "loss" : name) << ' ';
  printNumber(sum / double((last - first) * metric.ranks.size()), os);
}

std::string Metrics::describe() {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto found = metrics.find(loss); found != metrics.end())
    describe(found->first, found->second, os);
  for (auto &[name, metric] : metrics)
    if (name != loss)
      describe(name, metric, os);
  return text;
}

void Metrics::write(std::vector<npz::NamedArray> &file) const {
  for (const auto &[name, metric] : metrics) {
    HostArray one(metric.elementType, metric.shape);
    size_t bytes = one.data.size();
    int64_t number = bytes == 0 ? 0 : metric.ranks.front().size() / bytes;
    npz::Array array;
    array.descr = getDescr(metric.elementType);
    array.shape = {number, numRanks};
    array.shape.insert(array.shape.end(), metric.shape.begin(),
                       metric.shape.end());
    for (int64_t i = 0; i != number; ++i)
      for (const std::vector<char> &values : metric.ranks)
        array.data.insert(array.data.end(), values.begin() + i * bytes,
                          values.begin() + (i + 1) * bytes);
    file.emplace_back("metric/" + name, std::move(array));
  }
}
