import type { AuditMode } from "#core/preset.ts";
import { networkKey } from "../caller/client-address.ts";

interface SlotRequest {
	readonly mode: AuditMode;
	/** By address. Callers join and leave while it waits. */
	readonly callers: ReadonlyMap<string, unknown>;
	readonly onWait?: () => void;
}

/** `release` must be called once. */
export interface Slot {
	readonly caller: string;
	release(): void;
}

interface Waiting extends SlotRequest {
	readonly grant: (slot: Slot) => void;
}

interface Load {
	all: number;
	deep: number;
}

/** Deep audits take up to 3 times as long. They get a quarter of the slots, so that light ones are not delayed. */
const DEEP_PART = 4;
/** One network gets at most half of all slots, and of the deep ones. */
const NETWORK_PART = 2;

/**
 * Fair per network (IPv4 address, IPv6 /48): the next slot goes to the network with the fewest, then to the
 * first in line. p-queue fills any free slot; it can neither reserve half nor run work in a later caller's turn.
 */
export class AuditSlots {
	/** In arrival order. */
	readonly #waiting = new Set<Waiting>();
	readonly #loads = new Map<string, Load>();
	readonly #total: Load = { all: 0, deep: 0 };
	readonly #most: Load;
	readonly #mostOfNetwork: Load;

	constructor(slots: number) {
		const deep = Math.ceil(slots / DEEP_PART);
		this.#most = { all: slots, deep };
		this.#mostOfNetwork = { all: Math.ceil(slots / NETWORK_PART), deep: Math.ceil(deep / NETWORK_PART) };
	}

	get running(): number {
		return this.#total.all;
	}

	get waiting(): number {
		return this.#waiting.size;
	}

	/** @throws the signal's reason when it aborts first */
	acquire(request: SlotRequest, signal: AbortSignal): Promise<Slot> {
		signal.throwIfAborted();
		const { promise, resolve, reject } = Promise.withResolvers<Slot>();
		const leave = () => {
			this.#waiting.delete(waiting);
			reject(signal.reason);
		};
		const grant = (slot: Slot) => {
			signal.removeEventListener("abort", leave);
			resolve(slot);
		};
		const waiting: Waiting = { ...request, grant };
		signal.addEventListener("abort", leave, { once: true });
		this.#waiting.add(waiting);
		this.advance();
		if (this.#waiting.has(waiting)) request.onWait?.();
		return promise;
	}

	/** Call after a caller has joined a waiting audit. */
	advance(): void {
		for (let next = this.#next(); next; next = this.#next()) {
			const { waiting, caller } = next;
			this.#waiting.delete(waiting);
			this.#count(caller, waiting.mode, 1);
			const release = () => {
				this.#count(caller, waiting.mode, -1);
				this.advance();
			};
			waiting.grant({ caller, release });
		}
	}

	#next(): { readonly waiting: Waiting; readonly caller: string } | undefined {
		if (this.#total.all >= this.#most.all) return undefined;
		let best: { waiting: Waiting; caller: string; load: number } | undefined;
		for (const waiting of this.#waiting) {
			if (waiting.mode === "deep" && this.#total.deep >= this.#most.deep) continue;
			for (const caller of waiting.callers.keys()) {
				const { all, deep } = this.#loadOf(caller);
				const hasRoom = all < this.#mostOfNetwork.all && (waiting.mode === "light" || deep < this.#mostOfNetwork.deep);
				if (hasRoom && all < (best?.load ?? Number.POSITIVE_INFINITY)) best = { waiting, caller, load: all };
			}
		}
		return best;
	}

	#loadOf(caller: string): Load {
		return this.#loads.get(networkOf(caller)) ?? { all: 0, deep: 0 };
	}

	#count(caller: string, mode: AuditMode, by: 1 | -1): void {
		const load = this.#loadOf(caller);
		for (const each of [load, this.#total]) {
			each.all += by;
			if (mode === "deep") each.deep += by;
		}
		if (load.all > 0) this.#loads.set(networkOf(caller), load);
		else this.#loads.delete(networkOf(caller));
	}
}

/** Groups addresses that one party may own. */
export function networkOf(caller: string): string {
	return networkKey(caller) ?? caller;
}
