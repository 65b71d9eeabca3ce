import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const BROWSER_PLACES = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
	"C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of an installed Chrome or Chromium: CHROME_PATH, else the usual names and places; undefined when there is none. */
export function findInstalledBrowser(environment: NodeJS.ProcessEnv): string | undefined {
	if (environment.CHROME_PATH) return environment.CHROME_PATH;
	const folders = (environment.PATH ?? "").split(delimiter).filter(Boolean);
	const named = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [...named, ...BROWSER_PLACES].find((path) => existsSync(path));
}
