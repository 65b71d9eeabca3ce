/** The API of the home that answers, as tools ask it. */
export interface Api {
	/**
	 * @param path below `/api/v1/`, such as `session`
	 * @returns the body, where it is no failure
	 * @throws ToolFault with a sentence for an agent, for 4xx, 5xx, no network and `ok: false`
	 */
	get(path: string, signal: AbortSignal): Promise<unknown>;
	/** The same with a JSON body. */
	post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
}
