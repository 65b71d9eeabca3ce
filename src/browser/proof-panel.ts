import { isFailure } from "#core/failure.ts";
import { digitGroups } from "#core/wording.ts";
import {
	leafCount,
	linksOf,
	type ProofPicture,
	proofPictureHtml,
	proofSentencesHtml,
	stepCount,
} from "#site/proof/proof-picture.ts";
import type { Examination } from "./examine-proof.ts";

export interface ProofPanel {
	tell(title: string, says?: string): void;
	show(examination: Examination): Promise<void>;
	/** @throws unexpected errors */
	fail(error: unknown): void;
	clear(): void;
}

/** Milliseconds per tick and in total. */
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

/** @throws Error if page and script do not match */
export function find(within: ParentNode, selector: string): HTMLElement {
	const found = within.querySelector<HTMLElement>(selector);
	if (!found) throw new Error(`The page lacks ${selector}.`);
	return found;
}

/** `partly`: nothing is wrong, but something could not be checked. */
export interface ProofVerdict {
	readonly kind: "verified" | "partly" | "wrong";
	readonly title: string;
	readonly says: string;
}

const LINK_WORDS: Readonly<Record<string, string>> = {
	receipt: "The receipt's bytes do not match",
	entry: "The entry of the log does not match",
	root: "The root does not match",
	signature: "The signature is wrong",
};

export function verdictOf({ picture, faults, unable }: Examination): ProofVerdict {
	const [first, ...others] = faults;
	if (first) {
		const link = LINK_WORDS[first.link] ?? `Step ${first.link.slice("step-".length)} does not match`;
		return {
			kind: "wrong",
			title: `Not verified. ${link}.`,
			says: [first, ...others].map(({ says }) => says).join(" "),
		};
	}
	const { index, size, steps, checkpoint } = picture;
	const walked = `leaf ${digitGroups(index)} of ${leafCount(size)} leads to the root in ${stepCount(steps.length)}`;
	if (unable !== undefined) {
		const says = `All hashes match: ${walked}. The signature of that root was not checked. ${unable}`;
		return { kind: "partly", title: "The hashes match; the signature could not be checked.", says };
	}
	const signed = `the root is signed with the key ${checkpoint.signer}`;
	if (picture.receipt.state !== "checked") {
		const says = `Your browser computed that ${walked}, and that ${signed}. It did not read the receipt itself, only its SHA-256 in the entry.`;
		return { kind: "verified", title: "The entry is in the log.", says };
	}
	const says = `Your browser computed that these bytes have the SHA-256 in the entry, that ${walked}, and that ${signed}.`;
	return { kind: "verified", title: "Verified in your browser.", says };
}
