// Functions of JavaScript that the library calls: all have the type void (*)(const struct *, void *user).

/// A module that gives a JavaScript function this type: it imports `f` from `e`, and exports it again. Only functions
/// of WebAssembly can be put into a table.
const TYPED = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // the head of a module
    ...[1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0], // types: (i32, i32) -> ()
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0], // imports: e.f
    ...[7, 5, 1, 1, 0x66, 0, 0], // exports: f
]);

/// Receivers of what the library reports. One function in the library's table serves all of them: `user` tells which
/// one is meant.
export class Callbacks {
    #table;
    #memory;
    #function = 0;
    #receivers = new Map();
    #lastUser = 0;
    #error = null;

    constructor(table, memory) {
        this.#table = table;
        this.#memory = memory;
    }

    /// Where the library finds the function.
    get function() {
        this.#function ||= this.#table.grow(1, this.#typed());
        return this.#function;
    }

    #typed() {
        const f = (address, user) => {
            const { kind, receive } = this.#receivers.get(user);
            try {
                receive(this.#memory.read(kind, address));
            } catch (error) {
                this.#error ??= { error }; // the library goes on to the end of the call: it must not be left in between
            }
        };
        return new WebAssembly.Instance(new WebAssembly.Module(TYPED), { e: { f } }).exports.f;
    }

    /// @param kind  struct that the library hands over
    /// @return the `user` of the receiver, for remove()
    add(kind, receive) {
        this.#receivers.set(++this.#lastUser, { kind, receive });
        return this.#lastUser;
    }

    remove(user) {
        this.#receivers.delete(user);
    }

    /// Throws what a receiver has thrown during the last call.
    rethrow() {
        const thrown = this.#error;
        this.#error = null;
        if (thrown) throw thrown.error;
    }
}
