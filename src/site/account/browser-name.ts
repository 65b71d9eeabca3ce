/** Browsers by a word of their User-Agent, those first that also name another's. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bEdg(?:A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

/** A browser as its owner would name it, such as "Firefox on Windows". @param userAgent what it says of itself */
export function browserName(userAgent: string): string {
	const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign.test(userAgent))?.[1]);
	if (browser === undefined) return system ?? "An unknown browser";
	return system === undefined ? browser : `${browser} on ${system}`;
}
