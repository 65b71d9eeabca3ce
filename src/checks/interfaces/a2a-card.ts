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
	weightReason: "A card that agents cannot read is useless. Few sites have one.",
	tableStakes: true,
	title: "The agent card follows the Agent2Agent protocol",
	fault: "The agent card does not follow the Agent2Agent protocol",
	consequence: "Other companies' agents that find your agent give up before the first message.",
	hours: 2,
	doneBy: "developer",
	why: "An agent card describes your agent to other agents. They use it to decide whether and how to contact yours. If a required field is missing, they give up before the first message.",
	howToFix:
		"Publish name, description, version, interfaces, capabilities, input and output modes and skills as in the specification, or remove the card.",
	consumer: "A2A clients",
	reference: "https://a2a-protocol.org/latest/topics/agent-discovery/",
	reviewed: "2026-11-21",
	note: "We check cards from before version 1.0, which have url instead of supportedInterfaces, against the older format.",
	needs: ["agentCard"],
	evaluate({ agentCard }) {
		return judgeMachineFile(agentCard, {
			kind: "agent card",
			standard: "A2A 1.0",
			faults: cardFaults,
			sound: ({ name, skills }) => {
				return `describes "${String(name).slice(0, 60)}" with ${plainCount(Array.isArray(skills) ? skills.length : 0, "skill")}`;
			},
			fix: ({ at, says }, url) => `Correct ${at} in ${url}, which ${says}. See AgentCard in the specification.`,
		});
	},
});

function cardFaults(card: JsonObject): JsonFault[] {
	return [
		...lacksText(card, "", ["name", "description", "version"]),
		...(isOlder(card) ? addressFaults(card, "") : eachInterface(card.supportedInterfaces)),
		...(isJsonObject(card.capabilities) ? [] : [{ at: "/capabilities", says: "is not an object" }]),
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
	return isHttps(url) ? [] : [{ at: `${at}/url`, says: "is not a full https address" }];
}
