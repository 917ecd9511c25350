#ifndef FAIRWAY_CPP_VIEW_HPP
#define FAIRWAY_CPP_VIEW_HPP

/// @file
/// Views: arrays that somebody else owns.

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>

namespace fairway {

/// A pointer and a count, as std::span of C++20, which can be made of it. Vectors, arrays and braces become views.
template <typename T> class view {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    constexpr view() noexcept = default;
    constexpr view(T *first, std::size_t count) noexcept : first_(first), count_(count) {}

    /// A view of the elements of a container, which must outlive the view.
    template <typename Container, typename Pointer = decltype(std::data(std::declval<Container &>())),
              typename = std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<Pointer> (*)[], T (*)[]>>>
    constexpr view(Container &&elements) noexcept : first_(std::data(elements)), count_(std::size(elements)) {}

    /// A view of the elements in braces, for arguments of calls: they live until the call returns.
    template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
    constexpr view(std::initializer_list<value_type> elements) noexcept
        : first_(std::data(elements)), count_(elements.size()) {}

    constexpr T *data() const noexcept { return first_; }
    constexpr std::size_t size() const noexcept { return count_; }
    constexpr bool empty() const noexcept { return count_ == 0; }
    constexpr T *begin() const noexcept { return first_; }
    constexpr T *end() const noexcept { return first_ + count_; }
    constexpr T &front() const noexcept { return (*this)[0]; }
    constexpr T &back() const noexcept { return (*this)[count_ - 1]; }

    constexpr T &operator[](std::size_t index) const noexcept {
        assert(index < count_);
        return first_[index];
    }

private:
    T *first_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace fairway

#endif
