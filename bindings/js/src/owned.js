// Objects of the library that JavaScript owns.
import { FairwayError } from "./error.js";

/// An object of the library, and how many owners it has: the JavaScript object, those that need it, and calls that use
/// it. It is destroyed when the last one lets it go, so that a map lives as long as its planners do.
class Shared {
    #owners = 1;
    #isBusy = false; // a call is under way during which nobody else may use the object

    constructor(address, name, destroy, needed) {
        this.address = address;
        this.name = name;
        this.destroy = destroy;
        this.needed = needed;
    }

    /// One owner more.
    hold() {
        this.#owners++;
        return this;
    }

    letGo() {
        if (--this.#owners > 0) return;
        this.destroy(this.address);
        for (const other of this.needed) other.letGo();
    }

    demandIdle() {
        if (this.#isBusy) throw new FairwayError("bad-value", `this ${this.name} is searching: its trace cannot use it`);
    }

    whileBusy(call) {
        this.demandIdle();
        this.#isBusy = true;
        try {
            return call(this.address);
        } finally {
            this.#isBusy = false;
        }
    }
}

const forgotten = new FinalizationRegistry((shared) => shared.letGo());

/// The base of all classes whose objects live in the library's memory. `free()` gives the memory back; `using` does
/// so at the end of a block, and the garbage collector at last.
export class Owned {
    #shared;

    /// needed: objects that must live as long as this one, or what their hold() returned
    constructor(address, destroy, needed = []) {
        const held = needed.map((other) => other.hold());
        this.#shared = new Shared(address, this.constructor.name, destroy, held);
        forgotten.register(this, this.#shared, this);
    }

    #alive() {
        if (!this.#shared) throw new FairwayError("freed", `this ${this.constructor.name} was freed`);
        this.#shared.demandIdle();
        return this.#shared;
    }

    /// Makes the library's object live, even if this one is freed, until letGo() of what this returns.
    hold() {
        return this.#alive().hold();
    }

    /// A call of the library that calls functions of JavaScript back: until it returns, they cannot use or free this object.
    ///
    /// @param call  receives the object's address
    whileBusy(call) {
        return this.#alive().whileBusy(call);
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
