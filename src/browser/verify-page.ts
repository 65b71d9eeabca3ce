import { sha256Hex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { parseVerifierKey } from "#log/tlog/note.ts";
import { type ChosenProof, type ChosenReceipt, describeReceipt, readChosenFile } from "./chosen-file.ts";
import { examineProof } from "./examine-proof.ts";
import { find, openProofPanel } from "./proof-panel.ts";

/** Nothing leaves the browser. */
const place = find(document, "[data-verify-files]");
const panel = openProofPanel(place);
const choose = find(place, 'input[type="file"]') as HTMLInputElement;
const keyField = find(place, "textarea") as HTMLTextAreaElement;
const drop = find(place, '[data-part="drop"]');
const chosen: { proof?: ChosenProof; receipt?: ChosenReceipt } = {};
/** Counts selections, so that a slow result is not shown beside a newer file. */
let asked = 0;
/** Count at which each file was chosen: the later one wins, whichever was read first. */
const since = { proof: 0, receipt: 0 };

choose.addEventListener("change", async () => {
	const files = [...(choose.files ?? [])];
	// Allow choosing the same file again after a change.
	choose.value = "";
	await take(files);
});
keyField.addEventListener("change", () => check());
drop.addEventListener("dragover", (event) => {
	event.preventDefault();
	drop.toggleAttribute("data-over", true);
});
drop.addEventListener("dragleave", () => drop.toggleAttribute("data-over", false));
drop.addEventListener("drop", async (event) => {
	event.preventDefault();
	drop.toggleAttribute("data-over", false);
	await take([...(event.dataTransfer?.files ?? [])]);
});
find(place, '[data-part="tool"]').hidden = false;

async function take(files: readonly File[]): Promise<void> {
	const mine = ++asked;
	list("facts", []);
	try {
		for (const file of files) {
			const read = await readChosenFile(file);
			if (mine < since[read.kind]) continue;
			since[read.kind] = mine;
			if (read.kind === "proof") chosen.proof = read;
			else chosen.receipt = read;
		}
		await check();
	} catch (error) {
		if (mine === asked) refuse(error);
	}
}

async function check(): Promise<void> {
	const mine = ++asked;
	const { proof, receipt } = chosen;
	list("chosen", [
		["Proof", proof?.name ?? "none yet"],
		["Receipt", receipt?.name ?? "none yet"],
	]);
	list("facts", []);
	try {
		const keys = await trustedKeys();
		if (mine !== asked) return;
		if (proof) {
			panel.tell("Checking in your browser…");
			const examined = await examineProof({ proof: proof.text, receipt: receipt?.bytes, keys });
			if (mine !== asked) return;
			await panel.show(examined);
			if (mine === asked && receipt && examined.faults.length === 0) list("facts", describeReceipt(receipt.bytes));
		} else if (receipt) await requestProof(receipt.bytes, mine);
	} catch (error) {
		if (mine === asked) refuse(error);
	}
}

function refuse(error: unknown): void {
	panel.clear();
	panel.fail(error);
}

async function requestProof(receipt: Uint8Array, mine: number): Promise<void> {
	panel.clear();
	const id = await sha256Hex(receipt);
	if (mine !== asked) return;
	panel.tell("Now choose its proof.", `The receipt's SHA-256 is ${id}. Its proof is the file ${id}.tlog-proof.`);
}

async function trustedKeys(): Promise<string[]> {
	const own = keyField.value.split(/\s+/).filter((line) => line !== "");
	const given = (place.dataset.keys ?? "").split(" ").filter((key) => key !== "");
	find(place, '[data-part="trust"]').textContent = trustWords(own.length, given.length);
	const fault = find(place, '[data-part="key-fault"]');
	fault.textContent = "";
	keyField.removeAttribute("aria-invalid");
	try {
		await Promise.all(own.map(parseVerifierKey));
	} catch (error) {
		if (isFailure(error) && error.code === "log-malformed") {
			fault.textContent = error.message;
			keyField.setAttribute("aria-invalid", "true");
		}
		throw error;
	}
	return own.length > 0 ? own : given;
}

function trustWords(own: number, given: number): string {
	if (own > 0) return own === 1 ? "the key that you entered" : "the keys that you entered";
	return given > 0 ? "this site" : "none yet";
}

function list(name: "chosen" | "facts", pairs: readonly (readonly [string, string])[]): void {
	const target = find(place, `[data-part="${name}"]`);
	target.replaceChildren(
		...pairs.map(([term, value]) => {
			const [row, dt, dd] = ["div", "dt", "dd"].map((tag) => document.createElement(tag)) as [
				HTMLElement,
				HTMLElement,
				HTMLElement,
			];
			dt.textContent = term;
			dd.textContent = value;
			row.append(dt, dd);
			return row;
		}),
	);
	target.hidden = pairs.length === 0;
}
