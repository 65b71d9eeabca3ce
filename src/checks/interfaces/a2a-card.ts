import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { plainCount } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import {
	eachObject,
	isHttps,
	type JsonFault,
	judgeMachineFile,
	lacksText,
	lacksTexts,
} from "../shared/machine-file.ts";

export const a2aCard = defineSiteCheck({
	id: "a2a-card",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "quality",
	weightReason: "A card that agents cannot read defeats its purpose; few sites have one.",
	tableStakes: true,
	title: "The agent card follows the Agent2Agent protocol",
	fault: "The agent card does not follow the Agent2Agent protocol",
	consequence: "Agents of other companies that find your agent give up before the first message.",
	effort: "small",
	doneBy: "developer",
	why: "Other agents decide by the card whether and how to speak to yours. A client that misses a required member gives up before the first message.",
	howToFix:
		"Publish name, description, version, interfaces, capabilities, input and output modes and skills as the specification has them, or no card at all.",
	consumer: "A2A clients",
	reference: "https://a2a-protocol.org/latest/topics/agent-discovery/",
	reviewed: "2026-11-21",
	note: "A card of the protocol's versions before 1.0, with url in place of supportedInterfaces, is held against their form.",
	needs: ["agentCard"],
	evaluate({ agentCard }) {
		return judgeMachineFile(agentCard, {
			kind: "agent card",
			standard: "A2A 1.0",
			faults: cardFaults,
			sound: ({ name, skills }) => {
				return `presents "${String(name).slice(0, 60)}" with ${plainCount(Array.isArray(skills) ? skills.length : 0, "skill")}`;
			},
			fix: ({ at, says }, url) =>
				`Correct ${at} in ${url}, which ${says}; the specification's AgentCard shows its form.`,
		});
	},
});

function cardFaults(card: JsonObject): JsonFault[] {
	return [
		...lacksText(card, "", ["name", "description", "version"]),
		...(isOlder(card) ? addressFaults(card, "") : eachInterface(card.supportedInterfaces)),
		...(isJsonObject(card.capabilities) ? [] : [{ at: "/capabilities", says: "is no object" }]),
		...lacksTexts(card, "", ["defaultInputModes", "defaultOutputModes"]),
		...eachObject(card.skills, "/skills", (skill, at) => [
			...lacksText(skill, at, ["id", "name", "description"]),
			...lacksTexts(skill, at, ["tags"]),
		]),
	];
}

function isOlder(card: JsonObject): boolean {
	return card.supportedInterfaces === undefined && card.url !== undefined;
}

function eachInterface(interfaces: unknown): JsonFault[] {
	const at = "/supportedInterfaces";
	if (Array.isArray(interfaces) && interfaces.length === 0) return [{ at, says: "is empty" }];
	return eachObject(interfaces, at, (each, place) => {
		const lacking = lacksText(each, place, ["url", "protocolBinding", "protocolVersion"]);
		return lacking.length > 0 || each.protocolBinding === "GRPC" ? lacking : addressFaults(each, place);
	});
}

function addressFaults({ url }: JsonObject, at: string): JsonFault[] {
	return isHttps(url) ? [] : [{ at: `${at}/url`, says: "is no absolute https address" }];
}
