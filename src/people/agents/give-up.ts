import type { AgentParts } from "./agent-parts.ts";

type Parts = Pick<AgentParts, "assertions" | "refresh" | "registrations">;

/**
 * Ends the registration whose refresh token or assertion somebody holds and gives up (RFC 7009), with all its tokens: whoever else may
 * hold one has nothing of it. Nothing happens for what is none of ours.
 */
export async function giveUp(token: string, { assertions, refresh, registrations }: Parts): Promise<void> {
	const id = (await refresh.find(token)) ?? (await assertions.read(token))?.id;
	if (id !== undefined) await registrations.end(id);
}
