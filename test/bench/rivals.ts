// npm run bench -- --rivals runs this file: installs rivals from npm into a folder of their own and lets each read a site that Sightline reads too. Prints JSON.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findInstalledBrowser } from "#config/environment.ts";
import { type PlannedSite, planSite, sourceOf } from "../truth/site-scale/site.ts";
import type { RivalRow } from "./figures.ts";
import { PROGRAM } from "./measure.ts";

const PACKAGES = "html-validate linkinator aiseo-audit agent-readiness afdocs lighthouse axe-core jsdom".split(" ");
const INSTALLED = process.env.BENCH_RIVALS ?? join(homedir(), ".cache", "sightline-bench-rivals");
const CHROME_FLAGS =
	"--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --no-first-run";

interface Rival {
	readonly name: string;
	readonly does: string;
	/** Pages of the site. */
	readonly pages: number;
	readonly command: (site: { readonly folder: string; readonly url: string }) => readonly string[];
	/** From its output: the rules or checks it asked. */
	readonly checks: (output: string, folder: string) => string;
}

const bin = (name: string, file: string) => join(INSTALLED, "node_modules", name, file);
const NOT_SAID = () => "not said";

const RIVALS: readonly Rival[] = [
	{
		name: "html-validate",
		does: "validates markup",
		pages: 100,
		command: ({ folder }) => [bin("html-validate", "bin/html-validate.mjs"), "--formatter=json", "--ext=html", folder],
		checks: (_, folder) => `${rulesOfHtmlValidate(folder)} rules`,
	},
	{
		name: "linkinator",
		does: "checks links",
		pages: 100,
		command: ({ url }) => [
			bin("linkinator", "build/src/cli.js"),
			url,
			"--recurse",
			"--format",
			"json",
			"--skip",
			`^(?!${url})`,
		],
		checks: (output) => `${(JSON.parse(output) as { links: unknown[] }).links.length} links`,
	},
	{
		name: "aiseo-audit",
		does: "scores pages for AI search",
		pages: 20,
		command: ({ url }) => [bin("aiseo-audit", "bin/aiseo-audit.js"), "--sitemap", `${url}sitemap.xml`, "--json"],
		checks: (output) => `${new Set([...output.matchAll(/"name":\s*"([^"]+)"/g)].map(([, name]) => name)).size} factors`,
	},
	{
		name: "agent-readiness",
		does: "scores a page for agents",
		pages: 1,
		command: ({ url }) => [bin("agent-readiness", "bin/agent-ready.mjs"), url],
		checks: NOT_SAID,
	},
	{
		name: "afdocs",
		does: "checks documentation for agents",
		pages: 20,
		command: ({ url }) => [
			...[bin("afdocs", "bin/afdocs.mjs"), "check", url, "--format", "json", "--quiet"],
			...["--request-delay", "0", "--sampling", "deterministic"],
		],
		checks: (output) => `${(JSON.parse(output) as { results: unknown[] }).results.length} checks`,
	},
	{
		name: "axe-core",
		does: "checks accessibility, on jsdom",
		pages: 20,
		command: ({ folder }) => ["--input-type=module", "-e", AXE_ON_JSDOM, INSTALLED, folder],
		checks: (output) => `${output.trim()} rules`,
	},
	{
		name: "lighthouse",
		does: "audits a page in Chromium",
		pages: 1,
		command: ({ url }) => [
			...[bin("lighthouse", "cli/index.js"), url, "--output=json", "--quiet", `--chrome-flags=${CHROME_FLAGS}`],
		],
		checks: (output) => `${Object.keys((JSON.parse(output) as { audits: object }).audits).length} audits`,
	},
];

const AXE_ON_JSDOM = `import { createRequire } from "node:module"; import { readdirSync, readFileSync } from "node:fs"; import { join } from "node:path";
const [installed, folder] = process.argv.slice(1);
const require = createRequire(join(installed, "package.json"));
const { JSDOM } = require("jsdom"); const source = readFileSync(require.resolve("axe-core"), "utf8");
let rules = 0;
for (const name of readdirSync(folder, { recursive: true })) {
	if (!name.endsWith(".html")) continue;
	const { window } = new JSDOM(readFileSync(join(folder, name), "utf8"), { runScripts: "outside-only", url: "https://example.com/" });
	window.eval(source);
	await window.axe.run(window.document, { rules: { "color-contrast": { enabled: false } } });
	rules = window.axe.getRules().length; window.close();
}
console.log(rules);`;

function rulesOfHtmlValidate(folder: string): number {
	const config = spawnSync(
		process.execPath,
		[bin("html-validate", "bin/html-validate.mjs"), "--print-config", join(folder, "index.html")],
		{ encoding: "utf8" },
	);
	return Object.values((JSON.parse(config.stdout) as { rules: Record<string, unknown> }).rules).filter(
		(rule) => rule !== "off",
	).length;
}

function install(): void {
	mkdirSync(INSTALLED, { recursive: true });
	if (!existsSync(join(INSTALLED, "package.json"))) writeFileSync(join(INSTALLED, "package.json"), "{}\n");
	const npm = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], {
		cwd: INSTALLED,
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (npm.status !== 0) throw new Error(`npm could not install the rivals into ${INSTALLED}.`);
}

const versionOf = (name: string) =>
	(JSON.parse(readFileSync(bin(name, "package.json"), "utf8")) as { version: string }).version;

interface Timed {
	/** Of the program and all it started, seconds. */
	readonly cpu: number;
	readonly wall: number;
	readonly output: string;
}

/** Bash counts processes that a program started, such as browsers, once they have ended. @param cwd what some write into */
async function timed(args: readonly string[], cwd: string): Promise<Timed> {
	const script = 'TIMEFORMAT="%U %S %R"; { time "$@" 2>/dev/null 3>&-; } 2>&3';
	const child = spawn("bash", ["-c", script, "bash", process.execPath, ...args], {
		cwd,
		stdio: ["ignore", "pipe", "inherit", "pipe"],
		env: { ...process.env, CI: "", ...(chrome && { CHROME_PATH: chrome }) },
	});
	let [output, times] = ["", ""];
	child.stdio[1]?.on("data", (chunk) => (output += chunk));
	child.stdio[3]?.on("data", (chunk) => (times += chunk));
	await new Promise((resolve) => child.on("close", resolve));
	const [user = Number.NaN, system = Number.NaN, wall = Number.NaN] = times.trim().split(" ").map(Number);
	return { cpu: user + system, wall, output };
}

function writeSite(folder: string, site: PlannedSite): void {
	for (const page of site.pages) {
		mkdirSync(dirname(join(folder, page.file)), { recursive: true });
		writeFileSync(join(folder, page.file), sourceOf(site, page));
	}
}

async function measure(rival: Rival): Promise<RivalRow> {
	const place = mkdtempSync(join(tmpdir(), "sightline-rival-"));
	const folder = join(place, "site");
	const site = planSite(5, rival.pages);
	writeSite(folder, site);
	const files = site.pages.map(({ file }) => file);
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		const { pathname } = new URL(request.url ?? "/", "http://site");
		const path = pathname.startsWith(site.base) ? decodeURI(pathname.slice(site.base.length)) : undefined;
		const origin = `http://${request.headers.host}${site.base}`;
		if (path === "sitemap.xml") {
			const entries = files.map((file) => `<url><loc>${origin}${encodeURI(file)}</loc></url>`).join("");
			response.setHeader("content-type", "application/xml");
			return response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`);
		}
		const file = files.find((each) => each === path || each === `${path}index.html` || each === `${path}.html`);
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.statusCode = file ? 200 : 404;
		const page = (each: string) =>
			readFileSync(join(folder, each), "utf8").replaceAll(`https://${site.host}${site.base}`, origin);
		return response.end(file ? page(file) : "<!doctype html><title>Not found</title>");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${site.base}`;
	try {
		const theirs = await timed(rival.command({ folder, url }), place);
		const ours = await timed([PROGRAM, "audit", "--dir", folder, "--as", `${site.host}${site.base}`, "--json"], place);
		if (theirs.output === "") throw new Error(`${rival.name} printed nothing.`);
		return {
			name: rival.name,
			version: versionOf(rival.name),
			does: rival.does,
			pages: rival.pages,
			checks: rival.checks(theirs.output, folder),
			requests: requests === 0 ? "none" : String(requests),
			ratio: Number((ours.cpu / theirs.cpu).toPrecision(2)),
			seconds: Number(theirs.wall.toPrecision(2)),
		};
	} finally {
		server.close();
		server.closeAllConnections();
		rmSync(place, { recursive: true });
	}
}

const chrome = findInstalledBrowser(process.env);
install();
const rows: RivalRow[] = [];
for (const rival of RIVALS) rows.push(await measure(rival));
process.stdout.write(JSON.stringify(rows));
