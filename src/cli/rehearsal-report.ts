import { isAble, type Rehearsal, rehearsalSummary, type Step, type TaskJourney } from "#core/rehearsal.ts";
import { escapeMarkup, markdownCode } from "#site/page/page-text.ts";

export const SYMBOLS = { done: "✓", stopped: "✓", blocked: "✗", "not-offered": "–" } as const;

/** One sentence per changed task, regressions first. */
export function changesSince(before: Rehearsal, after: Rehearsal): readonly string[] {
	const known = new Map(before.journeys.map((journey) => [journey.task, journey]));
	const changed = after.journeys.flatMap((journey) => {
		const was = known.get(journey.task);
		if (!was || (was.outcome === journey.outcome && was.stop?.barrier === journey.stop?.barrier)) return [];
		const isWorse = isAble(was) && !isAble(journey);
		const isBetter = !isAble(was) && isAble(journey);
		const word = isWorse ? "no longer works" : isBetter ? "works now" : "now stops at another step";
		return [{ isWorse, says: `${journey.task} ${word}: ${journey.says}` }];
	});
	return changed.toSorted((a, b) => Number(b.isWorse) - Number(a.isWorse)).map(({ says }) => says);
}

export function rehearsalMarkdown(rehearsal: Rehearsal, changes?: readonly string[]): string {
	const lines = [
		`# Rehearsal of ${markdownCode(rehearsal.domain)}`,
		"",
		`${rehearsal.journeys.length} tasks, through ${rehearsal.through === "browser" ? "a browser's accessibility tree" : "raw HTML"}, at ${rehearsal.rehearsedAt}. Nothing was sent.`,
		"",
	];
	for (const { task, asks, outcome, says, steps, stop } of rehearsal.journeys) {
		lines.push(`## ${SYMBOLS[outcome]} ${markdownCode(asks)}`, "", markdownCode(says), "");
		for (const [at, step] of steps.entries())
			lines.push(
				`${at + 1}. ${didIn(step)}${step.on === "" ? "" : ` ${markdownCode(step.on)}`} on ${markdownCode(step.page)}, looking for ${markdownCode(step.seeks)}`,
			);
		if (steps.length > 0) lines.push("");
		if (stop)
			lines.push(
				`Stopped at step ${stop.step} by ${markdownCode(stop.barrier)}. Fix: ${stop.fix} Check: ${markdownCode(stop.check)} (task ${markdownCode(task)}).`,
				"",
			);
	}
	if (changes !== undefined)
		lines.push(
			"## Since the baseline",
			"",
			...(changes.length === 0 ? ["Nothing has changed."] : changes.map((each) => `- ${markdownCode(each)}`)),
			"",
		);
	lines.push(`Digest: ${markdownCode(rehearsal.digest)}`, "");
	return lines.join("\n");
}

function didIn({ did, on }: Step): string {
	if (did !== "nothing") return did;
	return on === "" ? "could not go on" : "could not go on:";
}

/** A self-contained page with one film strip per task. */
export function journeyPage(rehearsal: Rehearsal, pictures: ReadonlyMap<string, Uint8Array>): string {
	const { domain, journeys, through, rehearsedAt, digest } = rehearsal;
	const tasks = journeys.map((journey) => taskSection(journey, pictures)).join("\n");
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Rehearsal of ${escapeMarkup(domain)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Can an agent do business at ${escapeMarkup(domain)}?</h1>
<p class="summary">${escapeMarkup(rehearsalSummary(rehearsal))}</p>
<p class="quiet">An agent without a model found its way through ${through === "browser" ? "a browser's accessibility tree" : "raw HTML"}, by role and name. No form was sent and nothing was paid. <time datetime="${escapeMarkup(rehearsedAt)}">${escapeMarkup(rehearsedAt.slice(0, 10))}</time></p>
</header>
<main>
${tasks}
</main>
<footer><p class="quiet">Digest of the journeys: <code>${escapeMarkup(digest)}</code></p></footer>
</body>
</html>
`;
}

function taskSection(
	{ asks, outcome, says, steps, stop }: TaskJourney,
	pictures: ReadonlyMap<string, Uint8Array>,
): string {
	const frames = steps.map((step, at) => {
		const picture = step.picture === undefined ? undefined : pictures.get(step.picture);
		const isStop = stop?.step === at + 1;
		const image = picture
			? `<img src="data:image/jpeg;base64,${Buffer.from(picture).toString("base64")}" alt="The page at step ${at + 1}" loading="lazy">`
			: "";
		const candidates = step.candidates
			.map(
				({ role, name, why }) =>
					`<li>${escapeMarkup(role)}${name === "" ? "" : ` “${escapeMarkup(name)}”`} <span class="quiet">${escapeMarkup(why)}</span></li>`,
			)
			.join("");
		return `<li class="${isStop ? "step stop" : "step"}">${image}
<p><strong>${at + 1}. ${didIn(step)}</strong> ${escapeMarkup(step.on)}</p>
<p class="quiet">Looks for ${escapeMarkup(step.seeks)}<br><span class="address">${escapeMarkup(step.page)}</span></p>
${candidates === "" ? "" : `<details><summary>Considered</summary><ul>${candidates}</ul></details>`}
${step.excerpt.length === 0 ? "" : `<details><summary>What the agent sees</summary><pre>${step.excerpt.map(escapeMarkup).join("\n")}</pre></details>`}
</li>`;
	});
	return `<section class="${outcome}">
<div class="head"><h2><span aria-hidden="true">${SYMBOLS[outcome]}</span> ${escapeMarkup(asks)}</h2>
<p class="verdict">${escapeMarkup(says)}</p>
${stop ? `<p class="fix"><strong>Fix.</strong> ${escapeMarkup(stop.fix)} <span class="quiet">Check: ${escapeMarkup(stop.check)}. Stopped at step ${stop.step}.</span></p>` : ""}</div>
${frames.length === 0 ? "" : `<ol class="film">${frames.join("\n")}</ol>`}
</section>`;
}

const STYLE = `:root{color-scheme:light dark;--ink:#16191c;--quiet:#555b5f;--paper:#fff;--line:#d5d9dc;--good:#17663a;--bad:#a3231f}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8eaec;--quiet:#a5abb0;--paper:#15181a;--line:#3a4044;--good:#7fd6a3;--bad:#ff9c94}}
*{box-sizing:border-box}body{margin:0 auto;max-width:76rem;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:0 0 .25rem}p{margin:0 0 .5rem;overflow-wrap:anywhere}
.summary{font-size:1.1rem}.quiet{color:var(--quiet);font-size:.875rem}.address{overflow-wrap:anywhere}
section{border-top:1px solid var(--line);padding:1rem 0}.done h2 span,.stopped h2 span{color:var(--good)}.blocked h2 span{color:var(--bad)}
.film{list-style:none;margin:.75rem 0 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}
.step{border:1px solid var(--line);border-radius:.5rem;padding:.75rem;min-width:0}.step.stop{border:2px solid var(--bad)}
.step img{display:block;width:100%;height:auto;border:1px solid var(--line);margin-bottom:.5rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}details{font-size:.875rem}summary{cursor:pointer}ul{padding-left:1.1rem}
@media print{:root{color-scheme:light;font-size:10pt}body{max-width:none;padding:0}.step{break-inside:avoid}.film{grid-template-columns:repeat(3,1fr)}
.head{break-inside:avoid;break-after:avoid}details::details-content{content-visibility:visible;display:block}summary{list-style:none;font-weight:600}}`;
