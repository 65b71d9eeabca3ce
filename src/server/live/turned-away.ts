import { Failure } from "#core/failure.ts";

/** Why a new audit is not taken in. */
export function turnedAway(code: "overloaded" | "shutting-down"): Failure {
	const words = {
		overloaded: {
			what: "This server has more audits to make than it can take in.",
			why: "All places are taken, also those for waiting.",
			todo: "Try again in half a minute.",
		},
		"shutting-down": {
			what: "This server is shutting down.",
			why: "It takes in no new audits.",
			todo: "Try again in a moment; another one may answer.",
		},
	};
	return new Failure(code, words[code]);
}
