// Shows only the commands whose text holds what was asked for; without it the whole page is there to read.
const wanted = new URLSearchParams(location.search).get("find")?.trim().toLowerCase();
if (wanted) {
	const entries = [...document.querySelectorAll(".entry")];
	const shown = entries.filter((entry) => entry.textContent.toLowerCase().includes(wanted));
	for (const entry of entries) entry.hidden = shown.length > 0 && !shown.includes(entry);
	const found = document.querySelector("#found");
	found.textContent = `${shown.length} of ${entries.length} commands mention “${wanted}”.`;
}
