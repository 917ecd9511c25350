// Objects of the library that JavaScript owns.
import { FairwayError } from "./error.js";

/// An object of the library, and how many owners it has: the JavaScript object and those that need it. It is
/// destroyed when the last one lets it go, so that a map lives as long as its planners do.
class Shared {
    #owners = 1;

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
        return this.#shared;
    }

    /// Where the object lies in the library's memory.
    get address() {
        return this.#alive().address;
    }

    free() {
        if (!this.#shared) return;
        forgotten.unregister(this);
        this.#shared.letGo();
        this.#shared = null;
    }
}

if (Symbol.dispose) Owned.prototype[Symbol.dispose] = Owned.prototype.free;
