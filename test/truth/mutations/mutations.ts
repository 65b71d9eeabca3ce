import { HEAD_MUTATIONS } from "./head-mutations.ts";
import { HOST_MUTATIONS, TRAINING_OPT_OUT } from "./host-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { NAME_MUTATIONS } from "./name-mutations.ts";
import { SAFETY_MUTATIONS } from "./safety-mutations.ts";
import { TEXT_MUTATIONS } from "./text-mutations.ts";

/** Faults, none of which may raise a score. */
export const FAULTS: readonly Mutation[] = [
	...TEXT_MUTATIONS,
	...HEAD_MUTATIONS,
	...NAME_MUTATIONS,
	...SAFETY_MUTATIONS,
	...HOST_MUTATIONS,
];

/** All faults and neutral mutations. */
export const MUTATIONS: readonly Mutation[] = [...FAULTS, TRAINING_OPT_OUT];
