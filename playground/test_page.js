// The browser and the page of a file of tests.
import { after } from "node:test";
import { launch, openPage } from "./test_browser.js";

/// Opens the page in a browser of its own, which is closed after the tests.
export async function openForTests(hash) {
    const browser = await launch();
    after(() => browser.close());
    const user = await openPage(browser, hash);
    return { browser, user, page: user.page };
}
