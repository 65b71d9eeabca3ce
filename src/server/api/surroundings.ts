import type { TokenVerifier } from "../credentials/token-verifier.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { Identity } from "./endpoint.ts";
import type { LiveApp } from "./live-app.ts";

/** What answering requests needs; wired once. */
export interface Surroundings {
	readonly app: LiveApp;
	readonly limits: RateLimits;
	/** Absent where the installation has no token keys: then every token is refused. */
	readonly verifyToken: TokenVerifier | undefined;
	/** Address of the client, by the peer's address and what trusted proxies say. */
	clientAddress(peer: string, headers: Headers): string;
	/** What requests from an address are counted by. */
	addressKey(address: string): string;
	/** Hears of every request once, when its answer stands; must not throw. */
	observe(served: ServedRequest): void;
	/** Milliseconds from any start. */
	readonly now?: () => number;
}

/** A request that was answered, for logs and metrics. */
export interface ServedRequest {
	readonly requestId: string;
	readonly operationId: string;
	readonly method: string;
	/** 499 where the client had gone away. */
	readonly status: number;
	/** Of the problem document; `client-gone` with status 499. */
	readonly code?: string;
	readonly durationMs: number;
	/** The whole address: to be shortened before it is written down. */
	readonly client: string;
	/** Absent where credentials were refused, or not looked at. */
	readonly identityKind?: Identity["kind"];
	/** Set where the answer rests on an audit that was made before it was asked for. */
	readonly cached?: true;
	/** What the server could not help: for the log only, no caller sees it. */
	readonly error?: unknown;
}
