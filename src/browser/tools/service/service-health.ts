import type { Health } from "#core/health.ts";
import { SERVICE_TOOL_TEXTS } from "#site/tools/service-tool-texts.ts";
import type { Api } from "../api.ts";
import { type Chip, type ChipState, openChip } from "../overlays/chip.ts";
import type { PageTool } from "../page-tool.ts";
import { ToolFault } from "../tool-fault.ts";

/** How long the chip waits before it asks again. */
const AGAIN_MS = 30_000;
const ASKED_MS = 10_000;

const texts = SERVICE_TOOL_TEXTS.health;

/** Shows how the service fares, and goes on doing so until the person closes the chip. */
export const getHealth: PageTool = {
	async run({ api, signal }) {
		const chip = openChip();
		try {
			const health = await askHealth(api, signal);
			chip.show(stateOf(health));
			setTimeout(() => keepUp(chip, api), AGAIN_MS);
			return { text: textOf(health), data: health };
		} catch (error) {
			if (error instanceof ToolFault) chip.show(stateAfter(error));
			else chip.close();
			throw error;
		}
	},
};

/** Nobody looks at a page in the background: it asks once it is seen again. */
async function keepUp(chip: Chip, api: Api): Promise<void> {
	if (!chip.isShown) return;
	if (document.hidden) {
		document.addEventListener("visibilitychange", () => keepUp(chip, api), { once: true });
		return;
	}
	try {
		chip.show(stateOf(await askHealth(api, AbortSignal.timeout(ASKED_MS))));
	} catch (error) {
		// Whatever kept the answer away, the person sees that there was none.
		chip.show(stateAfter(error));
	}
	setTimeout(() => keepUp(chip, api), AGAIN_MS);
}

/** A service that is down says so in the same form, with status 503. */
async function askHealth(api: Api, signal: AbortSignal): Promise<Health> {
	try {
		return (await api.get("../health", signal)) as Health;
	} catch (error) {
		if (error instanceof ToolFault && isHealth(error.body)) return error.body;
		throw error;
	}
}

function isHealth(body: unknown): body is Health {
	return typeof body === "object" && body !== null && "checks" in body;
}

function stateOf({ checks: { store, log, schedule }, version, methodology }: Health): ChipState {
	const { nextRun, missed } = schedule;
	const night = nextRun === null ? texts.unplanned : missed ? texts.missed(nextRun) : texts.next(nextRun);
	const isDown = store.status === "down";
	return {
		tone: isDown ? "red" : missed ? "amber" : "green",
		says: isDown ? texts.down : missed ? texts.late : texts.well,
		facts: [
			{ name: texts.store, value: texts.storeSays[store.status] },
			{ name: texts.log, value: texts.logSays(log.size, log.pending) },
			{ name: texts.schedule, value: night },
			{ name: texts.version, value: version },
			{ name: texts.methodology, value: methodology },
		],
		at: new Date(),
	};
}

/** What is known of a service that gave no health: of one that refused, why. */
function stateAfter(error: unknown): ChipState {
	const isRefused = error instanceof ToolFault && !SILENCE.has(error.code);
	const says = isRefused ? error.message : texts.silent;
	return { tone: isRefused ? "amber" : "red", says, facts: [], at: new Date() };
}

/** Codes of faults of an answer that never came, or was somebody else's. */
const SILENCE: ReadonlySet<string> = new Set(["unreachable", "unreadable"]);

function textOf({ status, version, methodology, checks }: Health): string {
	const parts = Object.entries(checks).map(([name, part]) => `${name}: ${JSON.stringify(part)}`);
	return [texts.summary(status, version, methodology), ...parts, texts.shown].join("\n");
}
