import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";

/** WCAG 1.4.4: text can be enlarged to 200 %. */
const TWICE = 2;
const PLAIN = "width=device-width, initial-scale=1";

export const viewportZoom = definePageCheck({
	id: "viewport-zoom",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "People who need larger text cannot read the page on a phone. Others notice nothing.",
	title: "Visitors can zoom the page on a phone",
	fault: "Visitors cannot zoom the page on a phone",
	problem: "visitors cannot enlarge your page on a phone",
	consequence: "People who need larger text cannot read your page on a phone.",
	hours: 0.25,
	doneBy: "developer",
	why: "Many people zoom a page on the phone with two fingers. If the viewport setting forbids it, they cannot read small text.",
	howToFix: 'Write <meta name="viewport" content="width=device-width, initial-scale=1">, without limits on scaling.',
	consumer: "People with low vision on phones",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/",
	reviewed: "2026-11-21",
	note: "Some browsers let people zoom regardless of the page; others do not. If there are several viewports, the last one counts, as in browsers.",
	evaluate(page) {
		const viewport = page.digest.metas.findLast(({ key, by }) => key === "viewport" && by === "name");
		if (!viewport) return { outcome: "not-applicable", says: "The page sets no viewport, so visitors can zoom." };
		const { userScalable, maximumScale } = readViewport(viewport.content);
		const exhibits = exhibitsOf(page, [viewport]);
		const held = maximumScale !== null && maximumScale < TWICE;
		if (userScalable && !held) return { outcome: "pass", says: "The viewport lets visitors zoom.", exhibits };
		const how =
			userScalable && (maximumScale ?? 0) > 1 ? `stops zooming at ${maximumScale} times` : "turns zooming off";
		return {
			outcome: "fail",
			...(userScalable && (maximumScale ?? 0) > 1 ? { fault: "Zooming on a phone stops too early" } : {}),
			says: `The viewport of ${page.url} ${how}: content="${clip(viewport.content, 80)}".`,
			fix: `Change ${viewport.at} of ${page.url} to <meta name="viewport" content="${pasted(withoutLimits(viewport.content)) ?? PLAIN}">.`,
			exhibits,
		};
	},
});

export function withoutLimits(content: string): string {
	const kept = content.split(/[,;]/).filter((pair) => !/user-scalable|(?:maximum|minimum)-scale/i.test(pair));
	const said = kept.map((pair) => pair.trim()).filter(Boolean);
	return said.length > 0 ? said.join(", ") : PLAIN;
}

export interface ViewportZoom {
	/** False if zooming is disabled; true by default. */
	readonly userScalable: boolean;
	/** Maximum factor, 0.1 to 10; null if missing or negative. */
	readonly maximumScale: number | null;
}

/** As browsers do (CSS Device Adaptation, section 10): the last duplicate wins; invalid words count as zero. */
export function readViewport(content: string): ViewportZoom {
	const pairs = content
		.toLowerCase()
		.replace(/\s*=\s*/g, "=")
		.split(/[\s,;]+/);
	const values = new Map(pairs.map((pair) => cutAt(pair, "=")));
	const scalable = values.get("user-scalable");
	const maximum = values.get("maximum-scale");
	return {
		userScalable: scalable === undefined || isScalable(scalable),
		maximumScale: maximum === undefined ? null : scaleOf(maximum),
	};
}

function cutAt(pair: string, mark: string): readonly [string, string | undefined] {
	const at = pair.indexOf(mark);
	return at < 0 ? [pair, undefined] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** Numbers between -1 and 1, and invalid words, disable zooming. */
function isScalable(value: string): boolean {
	if (value === "yes" || value === "device-width" || value === "device-height") return true;
	return Math.abs(numberOf(value)) >= 1;
}

function scaleOf(value: string): number | null {
	if (value === "yes") return 1;
	if (value === "device-width" || value === "device-height") return 10;
	const scale = numberOf(value);
	return scale < 0 ? null : Math.min(10, Math.max(0.1, scale));
}

function numberOf(value: string): number {
	const number = Number.parseFloat(value);
	return Number.isFinite(number) ? number : 0;
}
