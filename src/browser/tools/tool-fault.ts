/** Why a tool did not do what it was asked to, said so that an agent knows what to do next. */
export class ToolFault extends Error {
	/** For programs, such as `input-invalid` or a code of the API's. */
	readonly code: string;
	/** Seconds after which another try may succeed. */
	readonly waitSeconds: number | undefined;
	/** What the API answered with it, where that was JSON. */
	readonly body: unknown;

	/** @param sentence what happened, and what to do; ours, or the API's own `detail` */
	constructor(
		code: string,
		sentence: string,
		{ waitSeconds, body }: { readonly waitSeconds?: number; readonly body?: unknown } = {},
	) {
		super(sentence);
		this.name = "ToolFault";
		this.code = code;
		this.waitSeconds = waitSeconds;
		this.body = body;
	}
}
