// Objects of the library that JavaScript owns.
import { FairwayError } from "./error.js";

/// An object of the library, and how many owners it has: the JavaScript object and those that need it. It is
/// destroyed when the last one lets it go, so that a map lives as long as its planners do.
class Shared {
    #owners = 1;
    isBusy = false; ///< a call is under way during which nobody else may use the object

    constructor(address, destroy, needed) {
        this.address = address;
        this.destroy = destroy;
        this.needed = needed;
        for (const other of needed) other.#owners++;
    }

    letGo() {
        if (--this.#owners > 0) return;
        this.destroy(this.address);
        for (const other of this.needed) other.letGo();
    }
}

const forgotten = new FinalizationRegistry((shared) => shared.letGo());

/// The base of all classes whose objects live in the library's memory. `free()` gives the memory back; `using` does
/// so at the end of a block, and the garbage collector at last.
export class Owned {
    #shared;

    /// needed: objects that must live as long as this one
    constructor(address, destroy, needed = []) {
        this.#shared = new Shared(
            address,
            destroy,
            needed.map((other) => other.#alive()),
        );
        forgotten.register(this, this.#shared, this);
    }

    #alive() {
        if (!this.#shared) throw new FairwayError("freed", `this ${this.constructor.name} was freed`);
        if (this.#shared.isBusy)
            throw new FairwayError("bad-value", `this ${this.constructor.name} is searching: its trace cannot use it`);
        return this.#shared;
    }

    get isFreed() {
        return !this.#shared;
    }

    /// A call of the library that calls functions of JavaScript back: until it returns, they cannot use or free this object.
    ///
    /// @param call  receives the object's address
    whileBusy(call) {
        const shared = this.#alive();
        shared.isBusy = true;
        try {
            return call(shared.address);
        } finally {
            shared.isBusy = false;
        }
    }

    /// Where the object lies in the library's memory.
    get address() {
        return this.#alive().address;
    }

    free() {
        if (!this.#shared) return;
        this.#alive();
        forgotten.unregister(this);
        this.#shared.letGo();
        this.#shared = null;
    }
}

if (Symbol.dispose) Owned.prototype[Symbol.dispose] = Owned.prototype.free;
