import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import type { TaskJourney } from "#core/rehearsal.ts";
import { parseTarget } from "#core/target.ts";
import { startTripwire, type Tripwire } from "#net/loopback-site.testkit.ts";
import { executablePath } from "#test/e2e/test-browser.testkit.ts";
import { BARRIERS } from "./barriers.ts";
import { launchInstalled, rehearse } from "./rehearse.ts";

const skipped = executablePath === undefined ? " (skipped: no browser)" : "";
const settings = { ...readEnvironment({}), browserPath: executablePath };
const FORM = `<form method="post" action="/send"><label>Name <input id="n" name="n" required></label><label>Message <textarea name="m"></textarea></label><button>Send</button></form>`;

const page = (main: string) =>
	`<!doctype html><html lang="en"><title>Mill</title><nav><a href="/contact/">Contact</a></nav><main><h1>Mill</h1>${main}</main></html>`;

let wire: Tripwire;
/** Not shared with other files, because the CPU time of all its pages is counted. */
let browser: Browser;
const folders: string[] = [];

describe.skipIf(executablePath === undefined)(`a rehearsal through a browser${skipped}`, () => {
	beforeAll(async () => {
		[wire, browser] = await Promise.all([startTripwire(), launchInstalled(settings)]);
	});
	afterAll(async () => {
		await Promise.all([wire?.close(), browser?.close()]);
		await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
	});

	/** A site with this content on its contact page. */
	async function tried(main: string, more: Readonly<Record<string, string>> = {}, own: boolean | Browser = browser) {
		const folder = await mkdtemp(join(tmpdir(), "sightline-rehearse-"));
		folders.push(folder);
		const files = { "index.html": page("<p>Flour.</p>"), "contact/index.html": page(main), ...more };
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		}
		const options = {
			target: parseTarget("mill.example.com"),
			folder,
			browser: own,
			pictures: false,
			tasks: ["contact"],
			own: [],
			kind: "general",
		} as const;
		const { rehearsal } = await rehearse(options, settings);
		const [journey] = rehearsal.journeys as [TaskJourney];
		return { rehearsal, journey };
	}

	const HOSTILE: Readonly<Record<string, string>> = {
		"a page that holds on": `${FORM}<script>onbeforeunload=(e)=>{e.preventDefault();return 1}</script>`,
		messages: `${FORM}<script>for(let i=0;i<500;i++)alert(i)</script>`,
		"windows without end": `${FORM}<script>setInterval(()=>open("/contact/"),20)</script>`,
		"a page that loads itself": "<script>location.reload()</script>",
		"addresses without end": `${FORM}<script>let i=0;setInterval(()=>history.pushState(0,"","/contact/?"+i++),20)</script>`,
		"10,000 candidates": "<a href='/contact/1'>Contact</a> ".repeat(10_000),
		"200,000 elements": "<i>.</i>".repeat(200_000),
		"elements 5,000 deep": `${"<div>".repeat(5_000)}${FORM}`,
		"a page that changes all the time": `${FORM}<p id="t"></p><script>setInterval(()=>{t.innerHTML+="<b>x</b>"},5)</script>`,
		// 30 seconds of CPU time each.
		"scripts that never end": "<script>for(;;);</script>",
		"scripts that never end once a field has the focus": `${FORM}<script>n.onfocus=()=>{for(;;);}</script>`,
		downloads: `${FORM}<script>for(let i=0;i<50;i++){const a=document.createElement("a");a.href="data:application/zip,x";a.download="x.zip";a.click()}</script>`,
		"frames in frames": `<iframe src="/contact/"></iframe><iframe src="/contact/"></iframe>${FORM}`,
		"5,000 tools and actions": `<script type="application/ld+json">${JSON.stringify(
			Array.from({ length: 5_000 }, (_, at) => ({
				"@context": "https://schema.org",
				"@type": "CommunicateAction",
				target: `/to/${at}/{a}`,
			})),
		)}</script><script>for(let i=0;i<5000;i++)document.modelContext?.registerTool({name:"contact_"+i,description:"Contact us.",inputSchema:{type:"object",properties:{x:{type:"string"}},required:["x"]},execute(){return ""}})</script>`,
		"a document that is taken away": `${FORM}<script>setTimeout(()=>document.documentElement.remove(),300)</script>`,
	};

	it.each(some(Object.keys(HOSTILE), 15))(
		"ends in time with a named reason at %s",
		{ timeout: 300_000 },
		async (kind) => {
			const { journey } = await tried(HOSTILE[kind] ?? "", {}, FULL || browser);
			const { outcome, stop } = journey;
			expect(outcome === "blocked" ? Object.keys(BARRIERS).includes(stop?.barrier ?? "") : stop === undefined).toBe(
				true,
			);
			expect(journey.says).not.toBe("");
		},
	);

	/** Everything that pages and presses may trigger; the tripwire is on loopback. */
	const DOORS = (to: string): Readonly<Record<string, string>> => ({
		"requests by script": `${FORM}<script>n.oninput=()=>{for(const method of ["POST","PUT","DELETE"])fetch("${to}",{method,mode:"no-cors",body:"x"});navigator.sendBeacon("${to}","x");new Image().src="${to}";new WebSocket("${to.replace("http", "ws")}")}</script>`,
		"a form to another host": FORM.replace("/send", to),
		"a form that is sent by script": `${FORM}<script>n.oninput=()=>{document.forms[0].action="${to}";document.forms[0].submit()}</script>`,
		"a button that sends when pointed at": FORM.replace(
			"<button",
			`<button onmouseover="fetch('${to}',{method:'POST'})"`,
		),
	});

	it.each(some(Object.keys(DOORS("")), 4))(
		"sends nothing that changes something, reaches no other host, and gives the same journey each time, with %s",
		{ timeout: 400_000 },
		async (kind) => {
			const digests = new Set<string>();
			for (let time = 0; time < (FULL ? 5 : 2); time++) {
				const { journey, rehearsal } = await tried(DOORS(`http://127.0.0.1:${wire.port}/`)[kind] ?? "");
				expect(JSON.stringify(journey.steps)).not.toContain('"did":"opened","on":"button');
				digests.add(rehearsal.digest);
			}
			expect(digests.size).toBe(1);
			expect(wire.accepted()).toBe(0);
		},
	);

	it("opens no page that robots.txt disallows", { timeout: 300_000 }, async () => {
		const { journey } = await tried(FORM, { "robots.txt": "User-agent: *\nDisallow: /contact/\n" });
		expect(journey.stop).toMatchObject({ barrier: "robots", page: "https://mill.example.com/" });
	});
});
