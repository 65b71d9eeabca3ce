import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { some } from "#core/long-form.testkit.ts";
import type { Report } from "#core/report.ts";
import { ExemplaryServer } from "../exemplary-server.ts";
import { auditMutated, auditUnchanged, type MutableSite, mutableSite, realSites } from "../mutations/mutated-sites.ts";
import type { Mutation } from "../mutations/mutation.ts";
import { GAMES, REPLACES } from "./games.ts";

const SAMPLES = fileURLToPath(new URL("../../../samples/sites/", import.meta.url));
const LADDER = fileURLToPath(new URL("../ladder/sites/", import.meta.url));
/** From almost empty to a small site with faults; the first four are capped. */
const POOR = [
	"bare-text/no-markup-en",
	"coming-soon/construction-en",
	"template/builder-en",
	"parked/for-sale-en",
	"stub/garage-en",
	"small/plumber-en",
	"server-default/windows-en",
	"coming-soon/junbi-ja",
];

/** Points that rounding may add. */
const ROUNDING = 1;

test("no trick lifts a cap or gains more than a point on any score", async () => {
	const sites = await gamedSites();
	const pairs = sites.flatMap((site) => GAMES.map((game) => ({ site, game })));
	const gains: string[] = [];
	const before = new Map<MutableSite, Report>();
	for (const { site, game } of some(pairs, 11)) {
		const base = before.get(site) ?? (await auditUnchanged(site));
		before.set(site, base);
		const gamed = await auditMutated(site, game);
		if (gamed) gains.push(...gainsOf(base, gamed, game).map((gain) => `${site.host}, ${game.name}: ${gain}`));
	}
	expect(gains).toEqual([]);
}, 600_000);

/** Our own sites; the real ones too in the full run, where they are beside the checkout. */
async function gamedSites(): Promise<readonly MutableSite[]> {
	const poor = POOR.map((path) => ({ host: "www.example.com", folder: `${LADDER}${path}` }));
	const samples = readdirSync(SAMPLES).map((host) => ({ host, folder: `${SAMPLES}${host}` }));
	const own = [...poor, ...samples].map(async (each) => mutableSite(each.host, await ExemplaryServer.open(each)));
	const real = process.env.SIGHTLINE_TEST_FULL === "1" ? await realSites() : [];
	return [...(await Promise.all(own)), ...(real ?? [])];
}

function gainsOf(base: Report, gamed: Report, game: Mutation): readonly string[] {
	const [before, after] = [shownScores(base), shownScores(gamed)];
	const lifted = capOf(gamed) > capOf(base) ? [`cap ${capOf(base)} to ${capOf(gamed)}`] : [];
	// Without the content its faults are gone too, so compare only the total.
	const compared = [...before].filter(([name]) => game !== REPLACES || name === "overall");
	const risen = compared.filter(([name, score]) => (after.get(name) ?? 0) > score + ROUNDING);
	return [...lifted, ...risen.map(([name, score]) => `${name} ${score} to ${after.get(name)}`)];
}

function capOf({ gates }: Report): number {
	return Math.min(100, ...gates.map(({ cap }) => cap));
}

function shownScores({ scores }: Report): ReadonlyMap<string, number> {
	if (!scores) return new Map([["overall", 0]]);
	const { overall, axes, engines, pillars } = scores;
	const shown = [...Object.entries({ overall, ...axes, ...engines }), ...pillars.map(({ key, score }) => [key, score])];
	return new Map(shown as [string, number][]);
}
