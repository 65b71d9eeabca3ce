import { isFailure } from "#core/failure.ts";
import { linksOf, type ProofPicture } from "#site/proof/proof-picture.ts";
import { proofPictureHtml, proofSentencesHtml } from "#site/proof/proof-picture-html.ts";
import type { Examination } from "./examine-proof.ts";
import { type ProofVerdict, verdictOf } from "./proof-verdict.ts";

/** The part of a page that ProofPanel.astro draws: the verdict, the picture, the same in words. */
export interface ProofPanel {
	/** Says that something is going on, or what is missing. */
	tell(title: string, says?: string): void;
	/** Draws the picture, each link ticked in the order of the chain, and then says what came of it. */
	show(examination: Examination): Promise<void>;
	/** Says why there is nothing to show; what is no expected failure is thrown again. */
	fail(error: unknown): void;
	clear(): void;
}

/** Time from one tick to the next, and for all of them at most; milliseconds. */
const TICK_MS = 110;
const MOST_MS = 1500;

export function openProofPanel(place: HTMLElement): ProofPanel {
	const part = (name: string) => find(place, `[data-part="${name}"]`);
	const say = (kind: ProofVerdict["kind"] | "working", title: string, says: string) => {
		part("verdict").dataset.kind = kind;
		part("title").textContent = title;
		part("says").textContent = says;
	};
	const draw = (picture: ProofPicture) => {
		part("picture").innerHTML = proofPictureHtml(picture);
		part("words").innerHTML = proofSentencesHtml(picture);
		part("figure").hidden = false;
	};
	let shown = 0;
	return {
		tell: (title, says = "") => say("working", title, says),
		async show(examination) {
			const turn = ++shown;
			draw(examination.picture);
			await tick(part("picture"), examination.picture);
			if (turn !== shown) return;
			const { kind, title, says } = verdictOf(examination);
			say(kind, title, says);
		},
		fail(error) {
			if (!isFailure(error)) throw error;
			if (error.code === "ed25519-missing") return say("partly", "Not checked by your browser.", error.message);
			say("wrong", "Not verified.", error.message);
		},
		clear() {
			shown++;
			part("figure").hidden = true;
		},
	};
}

/** Shows the marks one after another; at once for readers who do not want things to move. */
async function tick(drawing: HTMLElement, picture: ProofPicture): Promise<void> {
	if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
	const links = linksOf(picture).map(({ name }) => find(drawing, `[data-link="${name}"]`));
	const pause = Math.min(TICK_MS, MOST_MS / links.length);
	for (const link of links) link.toggleAttribute("data-waiting", true);
	for (const link of links) {
		await new Promise((resolve) => setTimeout(resolve, pause));
		link.toggleAttribute("data-waiting", false);
	}
}

/** @throws Error when the page is not the one that this script was written for */
export function find(within: ParentNode, selector: string): HTMLElement {
	const found = within.querySelector<HTMLElement>(selector);
	if (!found) throw new Error(`The page lacks ${selector}.`);
	return found;
}
