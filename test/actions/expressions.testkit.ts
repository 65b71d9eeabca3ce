import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { reviver } from "@actions/expressions/data/reviver";
import { truthy } from "@actions/expressions/result";

/** Contexts of expressions, such as `github`, `inputs`, `steps`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Result of the steps so far. */
export type Status = "success" | "failure";

/** Evaluates the expressions in a text, like the runner before a step. */
export function fill(text: unknown, contexts: Contexts, status: Status): string {
	return String(text).replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
		evaluate(expression, contexts, status).coerceString(),
	);
}

/** Whether a step's `if` is true. Without a status function it also requires success. */
export function isWanted(condition: unknown, contexts: Contexts, status: Status): boolean {
	const expression = String(condition ?? true).replace(/^\s*\$\{\{(.*)\}\}\s*$/s, "$1");
	const asksStatus = /\b(?:always|cancelled|success|failure)\s*\(/.test(expression);
	return truthy(evaluate(asksStatus ? expression : `success() && (${expression})`, contexts, status));
}

/** Uses GitHub's expression parser. */
function evaluate(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
	const functions = Object.entries({
		always: true,
		cancelled: false,
		success: status === "success",
		failure: status === "failure",
	}).map(([name, value]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }));
	const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
	const values = JSON.parse(JSON.stringify(contexts), reviver) as data.Dictionary;
	return new Evaluator(parsed, values, new Map(functions.map((each) => [each.name, each]))).evaluate();
}
