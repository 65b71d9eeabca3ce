// Uploads a log from the dashboard. Streams it from disk, because a form would buffer it in memory.

const form = document.querySelector<HTMLFormElement>("form[data-log-upload]");

/** Reason for refusing a log: RFC 9457. */
async function reasonOf(response: Response): Promise<string> {
	const problem: unknown = await response.json().catch(() => undefined);
	const detail = typeof problem === "object" && problem !== null && "detail" in problem ? problem.detail : undefined;
	return typeof detail === "string" ? detail : `The server answered ${response.status}.`;
}

form?.addEventListener("submit", async (event) => {
	event.preventDefault();
	const { logUpload } = form.dataset;
	const input = form.querySelector<HTMLInputElement>("input[type=file]");
	const said = form.querySelector<HTMLElement>("[role=status]");
	const button = form.querySelector<HTMLButtonElement>("button");
	if (!input || !said || !button || logUpload === undefined) return;
	button.disabled = true;
	try {
		for (const file of input.files ?? []) {
			said.textContent = `Sending ${file.name} …`;
			const response = await fetch(logUpload, {
				method: "POST",
				body: file,
				headers: { "Content-Type": "application/octet-stream" },
			});
			if (!response.ok) throw new Error(`${file.name}: ${await reasonOf(response)}`);
		}
		location.reload();
	} catch (error) {
		said.textContent = error instanceof Error ? error.message : String(error);
		button.disabled = false;
	}
});
