import * as z from "zod";

/** Ways in which agents may register, as auth.md names them; `did` is our own word for those that speak for themselves. */
export const AGENT_TYPES = ["anonymous", "service_auth", "identity_assertion", "did"] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

/** A provider of agents whose word on who its users are is taken. */
export interface TrustedIssuer {
	/** Its address, as its assertions name it: no trailing slash. */
	readonly issuer: string;
	/** The name that people read. */
	readonly name: string;
}

const NAME_LENGTH = 60;
const fault =
	'must be https addresses with spaces between them, or JSON such as [{"issuer": "https://…", "name": "…"}]';

const issuer = z
	.url({ protocol: /^https$/, error: fault })
	.refine((url) => !url.endsWith("/"), "must have no trailing slash")
	.refine((url) => !/[?#@]/.test(url), "must have no user name, query or fragment");
const issuers = z.array(
	z.strictObject({ issuer, name: z.string().min(1).max(NAME_LENGTH).optional() }, fault).transform((each) => ({
		issuer: each.issuer,
		name: each.name ?? new URL(each.issuer).host,
	})),
	fault,
);

/** Whether people can come to be asked about agents here: an agent names its person, or its provider does. */
export function canBeClaimed(types: readonly AgentType[]): boolean {
	return types.includes("service_auth") || types.includes("identity_assertion");
}

/** The variables that agents need. */
export const agentVariables = {
	SIGHTLINE_TRUSTED_ISSUERS: z
		.string()
		.transform(listed)
		.pipe(issuers)
		.refine((all) => new Set(all.map((each) => each.issuer)).size === all.length, "must name each issuer once")
		.default([]),
	SIGHTLINE_AGENT_TYPES: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter(Boolean))
		.pipe(
			z
				.array(z.enum(AGENT_TYPES, `must be among ${AGENT_TYPES.join(", ")}`))
				.min(1, `must name one at least of ${AGENT_TYPES.join(", ")}`),
		)
		.default([...AGENT_TYPES]),
};

function listed(text: string): unknown {
	if (!text.trim().startsWith("[")) return text.split(/\s+/).flatMap((issuer) => (issuer === "" ? [] : { issuer }));
	try {
		return JSON.parse(text);
	} catch {
		// It is the setting that is wrong, whatever the engine says.
		return undefined;
	}
}

export interface AgentSettings {
	/** Whose assertions are taken; none by default. */
	readonly trustedIssuers: readonly TrustedIssuer[];
	/** How agents may register: by assertions of providers only where there is one. */
	readonly types: readonly AgentType[];
}

/** @param refuse called where no way is left by which an agent could register */
export function readAgentSettings(
	given: {
		readonly SIGHTLINE_TRUSTED_ISSUERS: readonly TrustedIssuer[];
		readonly SIGHTLINE_AGENT_TYPES: readonly AgentType[];
	},
	refuse: (why: string) => never,
): AgentSettings {
	const { SIGHTLINE_TRUSTED_ISSUERS: trustedIssuers, SIGHTLINE_AGENT_TYPES: named } = given;
	const types = AGENT_TYPES.filter((type) => named.includes(type));
	const open = types.filter((type) => type !== "identity_assertion" || trustedIssuers.length > 0);
	if (open.length === 0)
		refuse("SIGHTLINE_AGENT_TYPES names identity_assertion alone, which needs a provider in SIGHTLINE_TRUSTED_ISSUERS");
	return { trustedIssuers, types: open };
}
