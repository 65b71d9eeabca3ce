import { Failure } from "#core/failure.ts";
import { decodeText } from "./chosen-file.ts";
import { type BuiltHashes, type Examination, examineProof, locateChange } from "./examine-proof.ts";
import { find, openProofPanel } from "./proof-panel.ts";

const place = find(document, "[data-receipt-proof]");
const { id = "", proof = "", receipt, keys = "" } = place.dataset;
const panel = openProofPanel(place);
const built = readBuilt();
const again = find(place, '[data-part="again"]');

again.addEventListener("click", check);
void check();

async function check(): Promise<void> {
	panel.tell("Checking in your browser…");
	try {
		await panel.show(locateChange(await examine(), built));
	} catch (error) {
		panel.fail(error);
	} finally {
		again.hidden = false;
	}
}

async function examine(): Promise<Examination> {
	const [proofBytes, receiptBytes] = await Promise.all([
		load(proof),
		receipt === undefined ? undefined : load(receipt),
	]);
	const text = decodeText(proofBytes);
	const examined = await examineProof({ proof: text, receipt: receiptBytes, keys: keys.split(" ") });
	if (examined.leaf.receipt === id) return examined;
	throw new Failure("proof-wrong", {
		what: "The proof is of another receipt.",
		why: `This page is about ${id}; the entry in the proof names ${examined.leaf.receipt}.`,
	});
}

async function load(path: string): Promise<Uint8Array> {
	const response = await fetch(path, { cache: "no-cache" }).catch((error: Error) => unavailable(path, error.message));
	if (!response.ok) unavailable(path, `The server answered ${response.status}.`);
	return new Uint8Array(await response.arrayBuffer());
}

function unavailable(path: string, why: string): never {
	throw new Failure("connection-failed", {
		what: `${path} could not be fetched.`,
		why,
		todo: "Check again, or use the command.",
	});
}

function readBuilt(): BuiltHashes {
	const { leafHash = "", signed = "" } = place.dataset;
	const given = [...place.querySelectorAll<HTMLElement>("[data-step]")].map(({ dataset, textContent }) => {
		const [left = "", right = ""] = textContent.match(/[0-9a-f]{64}/g) ?? [];
		return dataset.step === "left" ? left : right;
	});
	return { leafHash, signed, given };
}
