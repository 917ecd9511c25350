// Functions of JavaScript that the library calls: all have the type void (*)(const struct *, void *user), or
// bool (*)(const struct *, void *user).

const I32 = 0x7f;

/// A module that gives a JavaScript function a type: it imports `f` from `e`, and exports it again. Only functions of
/// WebAssembly can be put into a table.
///
/// @param results  types of what the function returns
const typing = (...results) =>
    new Uint8Array([
        ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // the head of a module
        ...[1, 6 + results.length, 1, 0x60, 2, I32, I32, results.length, ...results], // types: (i32, i32) -> results
        ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0], // imports: e.f
        ...[7, 5, 1, 1, 0x66, 0, 0], // exports: f
    ]);
const TELLING = typing(),
    ASKING = typing(I32);

/// Receivers of what the library reports. One function of each type in the library's table serves all of them: `user`
/// tells which one is meant.
export class Callbacks {
    #table;
    #functions = new Map();
    #receivers = new Map();
    #lastUser = 0;
    #error = null;

    constructor(table) {
        this.#table = table;
    }

    /// Where the library finds the function that returns nothing.
    get teller() {
        return this.#functionOf(TELLING);
    }

    /// Where the library finds the function that returns true if the receiver wants more.
    get asker() {
        return this.#functionOf(ASKING);
    }

    #functionOf(type) {
        if (!this.#functions.has(type)) {
            const e = { f: (address, user) => this.#receive(address >>> 0, user) };
            const typed = new WebAssembly.Instance(new WebAssembly.Module(type), { e }).exports.f;
            this.#functions.set(type, this.#table.grow(1, typed));
        }
        return this.#functions.get(type);
    }

    #receive(address, user) {
        const { read, receive } = this.#receivers.get(user);
        try {
            return receive(read(address)) !== false;
        } catch (error) {
            this.#error ??= { error }; // the library goes on to the end of the call: it must not be left in between
            return false;
        }
    }

    /// @param read  makes a value of the struct at an address that the library hands over
    /// @return the `user` of the receiver, for remove()
    add(read, receive) {
        this.#receivers.set(++this.#lastUser, { read, receive });
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
