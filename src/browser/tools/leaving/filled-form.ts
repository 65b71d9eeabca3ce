/** Forms that ask for nothing which is lost with the page: their words are in its address, or a tool's own page shows them. */
const SPARED = "form[method=get], form#scan, [data-tool] form";

/** Whether a form of the page holds what somebody has filled in and not sent. */
export function isFormFilledIn(): boolean {
	return [...document.forms].some((form) => !form.matches(SPARED) && [...form.elements].some(isChanged));
}

function isChanged(control: Element): boolean {
	if (control instanceof HTMLSelectElement) {
		const usual = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
		return control.selectedIndex !== Math.max(usual, 0);
	}
	if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
	if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
	return /^(?:checkbox|radio)$/.test(control.type)
		? control.checked !== control.defaultChecked
		: control.value !== control.defaultValue;
}
