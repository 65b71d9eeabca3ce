import { isFailure } from "#core/failure.ts";
import { parseVerifierKey } from "#log/note-key.ts";
import { sha256Hex } from "#log/sha256.ts";
import { examineProof } from "./examine-proof.ts";
import { find, openProofPanel } from "./proof-panel.ts";
import { type ChosenProof, type ChosenReceipt, readChosenFile } from "./read-chosen-file.ts";
import { receiptFacts } from "./receipt-facts.ts";

/** The page on which readers check files of their own. Nothing leaves the browser. */
const place = find(document, "[data-verify-files]");
const panel = openProofPanel(place);
const choose = find(place, 'input[type="file"]') as HTMLInputElement;
const keyField = find(place, "textarea") as HTMLTextAreaElement;
const drop = find(place, '[data-part="drop"]');
const chosen: { proof?: ChosenProof; receipt?: ChosenReceipt } = {};

choose.addEventListener("change", async () => {
	const files = [...(choose.files ?? [])];
	// So that a file can be chosen again after it was changed.
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
	try {
		for (const file of files) {
			const read = await readChosenFile(file);
			if (read.kind === "proof") chosen.proof = read;
			else chosen.receipt = read;
		}
		await check();
	} catch (error) {
		refuse(error);
	}
}

async function check(): Promise<void> {
	const { proof, receipt } = chosen;
	list("chosen", [
		["Proof", proof?.name ?? "none yet"],
		["Receipt", receipt?.name ?? "none yet"],
	]);
	list("facts", []);
	try {
		const keys = await trustedKeys();
		if (proof) {
			panel.tell("Checking in your browser…");
			const examined = await examineProof({ proof: proof.text, receipt: receipt?.bytes, keys });
			await panel.show(examined);
			if (receipt && examined.faults.length === 0) list("facts", receiptFacts(receipt.bytes));
		} else if (receipt) await askForProof(receipt.bytes);
	} catch (error) {
		refuse(error);
	}
}

function refuse(error: unknown): void {
	panel.clear();
	panel.fail(error);
}

async function askForProof(receipt: Uint8Array): Promise<void> {
	panel.clear();
	const id = await sha256Hex(receipt);
	panel.tell("Now choose its proof.", `The receipt's SHA-256 is ${id}. Its proof is the file ${id}.tlog-proof.`);
}

/** The reader's own keys, or this site's. A wrong one is told beside the field as well. */
async function trustedKeys(): Promise<string[]> {
	const own = keyField.value.split(/\s+/).filter((line) => line !== "");
	find(place, '[data-part="trust"]').textContent = own.length > 0 ? "the key that you gave" : "the key of this site";
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
	return own.length > 0 ? own : (place.dataset.keys ?? "").split(" ").filter((key) => key !== "");
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
