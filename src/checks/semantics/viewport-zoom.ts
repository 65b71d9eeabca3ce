import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { pasted } from "../shared/pasted.ts";
import { readViewport } from "../shared/viewport-content.ts";

/** WCAG 1.4.4: text can be enlarged to twice its size. */
const TWICE = 2;
const PLAIN = "width=device-width, initial-scale=1";

export const viewportZoom = definePageCheck({
	id: "viewport-zoom",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 2,
	weightReason: "Who needs larger letters cannot read the page on a phone; everybody else notices nothing.",
	title: "The page can be enlarged to twice its size",
	why: "Many people enlarge a page on the phone with two fingers. A viewport that forbids it leaves them with letters that they cannot read.",
	howToFix: 'Write <meta name="viewport" content="width=device-width, initial-scale=1">, and nothing about scaling.',
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/",
	reviewed: "2026-11-21",
	note: "Some browsers let people zoom whatever the page says; others obey it. Of several viewports the last one counts, as in browsers.",
	needs: [],
	evaluate(page) {
		const viewport = page.digest.metas.findLast(({ key, by }) => key === "viewport" && by === "name");
		if (!viewport)
			return { outcome: "not-applicable", says: "The page sets no viewport, so nothing keeps it from zooming." };
		const { userScalable, maximumScale } = readViewport(viewport.content);
		const exhibits = exhibitsOf(page, [viewport]);
		const held = maximumScale !== null && maximumScale < TWICE;
		if (userScalable && !held) return { outcome: "pass", says: "The viewport leaves zooming to the reader.", exhibits };
		const how =
			userScalable && (maximumScale ?? 0) > 1 ? `stops zooming at ${maximumScale} times` : "turns zooming off";
		return {
			outcome: "fail",
			says: `The viewport of ${page.url} ${how}: content="${clip(viewport.content, 80)}".`,
			fix: `Write ${viewport.at} as <meta name="viewport" content="${pasted(withoutLimits(viewport.content)) ?? PLAIN}">.`,
			exhibits,
		};
	},
});

/** What the page says of its viewport, without the words about zooming. */
function withoutLimits(content: string): string {
	const kept = content.split(/[,;]/).filter((pair) => !/user-scalable|(?:maximum|minimum)-scale/i.test(pair));
	const said = kept.map((pair) => pair.trim()).filter(Boolean);
	return said.length > 0 ? said.join(", ") : PLAIN;
}
