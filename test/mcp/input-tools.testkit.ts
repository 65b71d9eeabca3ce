import {
	acceptedContent,
	createRequestStateCodec,
	type InputRequest,
	inputRequired,
	inputResponse,
	type McpServer,
	type ServerContext,
} from "@modelcontextprotocol/server";

type Answers = ServerContext["mcpReq"]["inputResponses"];

const codec = createRequestStateCodec<{ round: number; name?: string }>({ key: "k".repeat(32) });
/** Accepts only unchanged state. */
export const REQUEST_STATE = { verify: codec.verify };

const done = (words: string) => ({ content: [{ type: "text", text: words } as const] });

/** A form with one field. */
function form(message: string, field: string, type: "string" | "boolean" = "string"): InputRequest {
	const requestedSchema = { type: "object" as const, properties: { [field]: { type } }, required: [field] };
	return inputRequired.elicit({ message, requestedSchema } as Parameters<typeof inputRequired.elicit>[0]);
}

const sample = (words: string) =>
	inputRequired.createMessage({
		messages: [{ role: "user", content: { type: "text", text: words } }],
		maxTokens: 100,
	});

function field(answers: Answers, key: string, name: string): string | undefined {
	const value = acceptedContent(answers, key)?.[name];
	return typeof value === "string" ? value : undefined;
}

const isThere = (answers: Answers, key: string) => inputResponse(answers, key).kind !== "missing";

const NAME = { user_name: form("What is your name?", "name") };

/** Tools that request input before they answer (SEP-2322). */
export function addInputTools(server: McpServer): void {
	const add = (name: string, run: (context: ServerContext) => unknown) =>
		server.registerTool(`test_${name}`, { description: `Asks as ${name} does.` }, run as never);
	const named = ({ mcpReq: { inputResponses } }: ServerContext) => {
		const name = field(inputResponses, "user_name", "name");
		return name === undefined ? inputRequired({ inputRequests: NAME }) : done(`Hello, ${name}!`);
	};
	add("input_required_result_elicitation", named);
	add("streaming_elicitation", named);
	const sampled = ({ mcpReq: { inputResponses } }: ServerContext) =>
		isThere(inputResponses, "capital_question")
			? done(JSON.stringify(inputResponse(inputResponses, "capital_question")))
			: inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?") } });
	add("input_required_result_sampling", sampled);
	add("missing_capability", sampled);
	add("input_required_result_list_roots", ({ mcpReq: { inputResponses } }) =>
		isThere(inputResponses, "client_roots")
			? done(JSON.stringify(inputResponse(inputResponses, "client_roots")))
			: inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
	);
	add("input_required_result_capabilities", () => {
		const { elicitation } = server.server.getClientCapabilities() ?? {};
		return inputRequired({ inputRequests: { ...(elicitation && NAME), greeting: sample("Say hello.") } });
	});
	addTellingTools(add);
	server.registerPrompt("test_input_required_result_prompt", { description: "Asks for context." }, (({
		mcpReq: { inputResponses },
	}: ServerContext) => {
		const context = field(inputResponses, "user_context", "context");
		if (context === undefined)
			return inputRequired({ inputRequests: { user_context: form("What context should the prompt use?", "context") } });
		return { messages: [{ role: "user", content: { type: "text", text: `In the context of ${context}.` } }] };
	}) as never);
}

/** Tools that keep state between calls. */
function addTellingTools(add: (name: string, run: (context: ServerContext) => unknown) => void): void {
	const confirmed = async ({ mcpReq }: ServerContext) => {
		const isConfirmed = isThere(mcpReq.inputResponses, "confirm") && mcpReq.requestState() !== undefined;
		if (isConfirmed) return done("state-ok");
		const inputRequests = { confirm: form("Please confirm", "ok", "boolean") };
		return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }) });
	};
	add("input_required_result_request_state", confirmed);
	add("input_required_result_tampered_state", confirmed);
	add("input_required_result_multiple_inputs", async ({ mcpReq: { inputResponses } }) => {
		const asked = { ...NAME, greeting: sample("Generate a greeting"), client_roots: inputRequired.listRoots() };
		if (Object.keys(asked).every((key) => isThere(inputResponses, key))) return done("All is there.");
		return inputRequired({ inputRequests: asked, requestState: await codec.mint({ round: 1 }) });
	});
	add("input_required_result_multi_round", async ({ mcpReq }) => {
		const { round, name } = mcpReq.requestState<{ round: number; name?: string }>() ?? { round: 0 };
		const given = field(mcpReq.inputResponses, "step1", "name");
		const color = field(mcpReq.inputResponses, "step2", "color");
		if (round === 2 && color !== undefined) return done(`${name} likes ${color}.`);
		if (round === 1 && given !== undefined) {
			const inputRequests = { step2: form("Step 2: What is your favorite color?", "color") };
			return inputRequired({ inputRequests, requestState: await codec.mint({ round: 2, name: given }) });
		}
		const inputRequests = { step1: form("Step 1: What is your name?", "name") };
		return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }) });
	});
}
