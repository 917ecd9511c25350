#ifndef FAIRWAY_CPP_ERROR_HPP
#define FAIRWAY_CPP_ERROR_HPP

/// @file
/// Mistakes and failures: exceptions, or values of the type `expected` in programs without exceptions.

#include <exception>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "fairway/refusal.h"
#include "fairway/result.h"

/// 1: mistakes are thrown. 0: they are returned. By default as the compiler is told to treat exceptions.
#ifndef FAIRWAY_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define FAIRWAY_EXCEPTIONS 1
#else
#define FAIRWAY_EXCEPTIONS 0
#endif
#endif

// Files of both kinds can be linked together: their functions have different names.
#if FAIRWAY_EXCEPTIONS
#define FAIRWAY_MODE throwing
#else
#define FAIRWAY_MODE expecting
#endif

namespace fairway {

/// A mistake in what was asked, or a lack of memory.
class error : public std::exception {
public:
    error(fw_result result, std::string sentence, std::string field = {}, std::string other = {})
        : result_(result), sentence_(std::move(sentence)), field_(std::move(field)), other_(std::move(other)) {}

    /// Why, as an English sentence that names the call or the field.
    const char *what() const noexcept override { return sentence_.c_str(); }
    /// The result of the C function.
    fw_result result() const noexcept { return result_; }
    /// The wrong field, such as "weight"; empty if no field is to blame.
    const std::string &field() const noexcept { return field_; }
    /// The field that cannot be combined with field(); empty if field() alone is wrong.
    const std::string &other() const noexcept { return other_; }

private:
    fw_result result_;
    std::string sentence_, field_, other_;
};

inline namespace FAIRWAY_MODE {

#if FAIRWAY_EXCEPTIONS

/// What a function returns that may fail: the value itself, because failures are thrown.
template <typename T> using expected = T;

namespace detail {
template <typename T> [[noreturn]] inline T fail(error why) {
    throw why;
}
inline void succeed() noexcept {}
} // namespace detail

#else

/// What a function returns that may fail: a value, or why there is none.
template <typename T> class [[nodiscard]] expected {
public:
    expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    expected(fairway::error why) : content_(std::in_place_index<1>, std::move(why)) {}

    bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }
    /// The value. Ends the program if there is none.
    T &value() & { return *get(); }
    const T &value() const & { return *get(); }
    T &&value() && { return std::move(*get()); }
    T &operator*() & { return *get(); }
    const T &operator*() const & { return *get(); }
    T &&operator*() && { return std::move(*get()); }
    T *operator->() { return get(); }
    const T *operator->() const { return get(); }
    /// Why there is no value. Ends the program if there is one.
    const fairway::error &error() const {
        const auto *why = std::get_if<1>(&content_);
        return why ? *why : (std::terminate(), *why);
    }

private:
    T *get() { return const_cast<T *>(std::as_const(*this).get()); }
    const T *get() const {
        const T *value = std::get_if<0>(&content_);
        return value ? value : (std::terminate(), value);
    }
    std::variant<T, fairway::error> content_;
};

/// What a function returns that may fail and has no value.
template <> class [[nodiscard]] expected<void> {
public:
    expected() = default;
    expected(fairway::error why) : why_(std::make_shared<fairway::error>(std::move(why))) {}

    bool has_value() const noexcept { return !why_; }
    explicit operator bool() const noexcept { return has_value(); }
    /// Why the call failed. Ends the program if it succeeded.
    const fairway::error &error() const { return why_ ? *why_ : (std::terminate(), *why_); }

private:
    std::shared_ptr<fairway::error> why_;
};

namespace detail {
template <typename T> inline expected<T> fail(error why) {
    return why;
}
inline expected<void> succeed() {
    return {};
}
} // namespace detail

#endif

namespace detail {

/// The error of a call that has no refusal.
inline error error_of(fw_result result, const char *call) {
    std::string sentence = std::string(call) + ": " + fw_result_text(result);
    if (result == FW_NULL_ARGUMENT)
        sentence += " (an object that was moved from is empty)";
    return error(result, std::move(sentence));
}

/// The error that says which field is wrong, or error_of() if the refusal knows none.
inline error refused(const fw_refusal &why, fw_result result, const char *call) {
    if (why.result == FW_OK || why.result == FW_NULL_ARGUMENT || !why.field[0])
        return error_of(result, call);
    const std::string place = why.other[0] ? std::string(why.field) + " with " + why.other : why.field;
    return error(why.result, place + ": " + why.reason, why.field, why.other);
}

/// Fails unless a call returned FW_OK.
inline expected<void> must(fw_result result, const char *call) {
    if (result != FW_OK)
        return fail<void>(error_of(result, call));
    return succeed();
}

/// The value that a call has filled in, unless the call failed.
template <typename T> inline expected<T> value_of(fw_result result, const char *call, T value) {
    if (result != FW_OK)
        return fail<T>(error_of(result, call));
    return value;
}

/// True for answers to a search: no mistakes and no lack of memory.
inline bool is_answer(fw_result result) noexcept {
    switch (result) {
    case FW_OK:
    case FW_PENDING:
    case FW_UNREACHABLE:
    case FW_NOT_FOUND:
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
    case FW_STALE:
    case FW_LIMIT:
    case FW_GAVE_UP:
    case FW_ILLEGAL:
        return true;
    default:
        return false;
    }
}

/// An object of the library with one owner, who may share it with objects that need it.
template <typename T> class owner {
public:
    /// The object, for C functions; null if it was moved from.
    T *get() const noexcept { return object_.get(); }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    /// For objects that need this one.
    const std::shared_ptr<T> &shared() const noexcept { return object_; }

    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    owner(owner &&) noexcept = default;
    owner &operator=(owner &&) noexcept = default;

protected:
    ~owner() = default;
    explicit owner(std::shared_ptr<T> object) noexcept : object_(std::move(object)) {}

private:
    std::shared_ptr<T> object_;
};

/// Shares an object that `destroy` frees; what it `needs` lives longer.
template <typename T, typename Destroy, typename... Needed>
inline std::shared_ptr<T> share(T *object, Destroy destroy, Needed... needs) {
    const auto destroy_first = [destroy, kept = std::make_tuple(std::move(needs)...)](T *last) {
        (void)kept;
        destroy(last);
    };
    return std::shared_ptr<T>(object, destroy_first);
}

} // namespace detail

/// A struct of the library that its function has filled with defaults: change the members that you need.
template <typename Struct, fw_result (*fill)(Struct *, std::size_t)> struct filled : Struct {
    filled() noexcept : Struct{} { fill(this, sizeof(Struct)); }
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
