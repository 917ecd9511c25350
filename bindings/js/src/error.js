/// What went wrong: `result` is the library's name for it, such as "bad-value"; `field` is the part of a request or
/// definition that is wrong, if there is one.
export class FairwayError extends Error {
    constructor(result, message, field = "") {
        super(message);
        this.name = "FairwayError";
        this.result = result;
        this.field = field;
    }
}
