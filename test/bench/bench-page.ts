/** Cost of a page: a full read relative to only parse5, and the checks' share of an audit. */

import { readFileSync } from "node:fs";
import { parse } from "parse5";
import { readPage } from "#evidence/html/digest-page.ts";
import { measureCost } from "../truth/audit-cost.ts";
import { EXEMPLARY_SITES } from "../truth/exemplary-sites.ts";
import { homePages } from "../truth/sites/site-folders.ts";
import type { Figure } from "./figures.ts";
import { cpuMs, inTurn, median } from "./measure.ts";

const ROUNDS = 7;

export async function* measure(): AsyncGenerator<Figure> {
	const sites = homePages(EXEMPLARY_SITES);
	const sizes: number[] = [];
	const whole: number[] = [];
	const byPage: number[] = [];
	for (const { host, file } of sites) {
		const html = readFileSync(file, "utf8");
		sizes.push(html.length);
		const read = () => cpuMs(() => readPage(html, `https://${host}/`));
		const pairs = await inTurn(ROUNDS, read, () => cpuMs(() => parse(html)));
		whole.push(median(pairs.map(({ ours }) => ours)));
		byPage.push(median(pairs.map(({ ours, floor }) => ours / floor)));
	}
	const here = `${median(whole).toFixed(1)} ms of ${(median(sizes) / 1024).toFixed(0)} KiB; least and most are pages`;
	const what = `reading the home pages of ${sites.length} sites, CPU`;
	yield { id: "page.read", what, against: "parse5 alone", unit: "x", values: byPage, goal: 2, here };

	const shares: number[] = [];
	for (const site of sites.slice(0, 5)) shares.push((await measureCost(site, ROUNDS)).share);
	yield {
		id: "page.checks",
		what: "all checks, CPU",
		against: "the light audit that includes them",
		unit: "x",
		values: shares,
	};
}
