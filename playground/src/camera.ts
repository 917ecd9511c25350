// Which part of the world the views show; all views share it.

const MOST_SCALE = 96, LEAST_SCALE = 0.2; // pixels of a tile
const SIDE = 12, ABOVE = 56, BELOW = 60; // pixels of a view that bars cover

export class Camera {
    /** tiles at the left and upper border of a view, and pixels of a tile */
    left = 0;
    top = 0;
    scale = 8;
    /** all of the world is shown, and shall be after the view has another size */
    isFitted = false;

    /** Shows all of a world in a view of so many pixels, between what lies on the view; `below` is how much more lies there than usual. */
    fit(width: number, height: number, viewWidth: number, viewHeight: number, below: number) {
        this.isFitted = true;
        const freeWidth = viewWidth - 2 * SIDE, freeHeight = Math.max(100, viewHeight - ABOVE - BELOW - below);
        this.scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, Math.min(freeWidth / width, freeHeight / height)));
        this.left = (width - viewWidth / this.scale) / 2;
        this.top = (height - freeHeight / this.scale) / 2 - ABOVE / this.scale;
    }

    /** Enlarges what the view shows, around a place of it in pixels. */
    zoom(by: number, x: number, y: number) {
        const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.scale * by));
        this.isFitted = false;
        this.left += x / this.scale - x / scale;
        this.top += y / this.scale - y / scale;
        this.scale = scale;
    }

    pan(x: number, y: number) {
        this.isFitted = false;
        this.left -= x / this.scale;
        this.top -= y / this.scale;
    }

    /** Moves as far as a tile needs to be seen. */
    reveal(x: number, y: number, viewWidth: number, viewHeight: number) {
        this.left = Math.max(Math.min(this.left, x - 1), x + 2 - viewWidth / this.scale);
        this.top = Math.max(Math.min(this.top, y - 1), y + 2 - viewHeight / this.scale);
    }

    /** A place of the map under a place of the view. */
    placeAt(x: number, y: number) {
        return { x: this.left + x / this.scale, y: this.top + y / this.scale };
    }
}
