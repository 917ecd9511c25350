// Arrays that lie in the library's memory, without a copy.
import { FairwayError } from "./error.js";

const over = () => {
    throw new FairwayError("freed", "this view has ended with the next call of the library: ask for it again, or take a copy");
};
const READ_ONLY = () => {
    throw new TypeError("views are read only");
};

/// An array that throws if it is used after its end.
const guarded = (array, isOver) =>
    new Proxy(array, {
        get(target, key) {
            if (isOver()) over();
            const value = Reflect.get(target, key, target);
            return typeof value === "function" ? value.bind(target) : value;
        },
        has: (target, key) => (isOver() ? over() : Reflect.has(target, key)),
        ownKeys: (target) => (isOver() ? over() : Reflect.ownKeys(target)),
        set: READ_ONLY,
        defineProperty: READ_ONLY,
    });

/// Makes views. Each ends at the next call of the library, which may move or change what it shows.
export class Views {
    #memory;
    #isChecked;
    #room = { address: 0, bytes: 0 };

    /// @param isChecked  a view that is used too late throws
    constructor(memory, isChecked) {
        this.#memory = memory;
        this.#isChecked = isChecked;
    }

    /// A view of numbers at an address.
    ///
    /// @param List  such as Float64Array, or DataView, whose `count` is in bytes
    of(List, address, count) {
        const array = new List(this.#memory.view.buffer, address, count);
        if (!this.#isChecked) return array;
        const { calls } = this.#memory;
        return guarded(array, () => this.#memory.calls !== calls);
    }

    /// A view of numbers that `fill` writes into room which all views share; it may return how many there are.
    filled(List, count, fill) {
        const bytes = Math.max(1, count * List.BYTES_PER_ELEMENT);
        if (bytes > this.#room.bytes) {
            this.#memory.free(this.#room.address);
            this.#room = { address: 0, bytes: 0 };
            this.#room = { address: this.#memory.allocate(bytes), bytes };
        }
        const written = fill(this.#room.address) ?? count;
        return this.of(List, this.#room.address, written);
    }
}
