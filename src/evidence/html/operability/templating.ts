import type { PageElement } from "../tree/page-tree.ts";

/** What template languages of the browser leave in the source for scripts to fill: `{{ label }}`, `${id}`, `<%= x %>`. */
const TEMPLATED = /\{\{|\$\{|<%|\[\[/;

/** Attributes by which common libraries fill an element's text or name once scripts run. */
const FILLS: ReadonlySet<string> = new Set(
	`x-text x-html v-text v-html ng-bind ng-bind-html data-bind data-i18n data-l10n-id :aria-label x-bind:aria-label
	v-bind:aria-label :alt v-bind:alt x-bind:alt :title v-bind:title x-bind:title`.split(/\s+/),
);

export function isTemplated(value: string): boolean {
	return TEMPLATED.test(value);
}

/** True when a library is told to fill the element, so that the source does not decide what it says. */
export function isFilledByScript(element: PageElement): boolean {
	return element.attrs.some(({ name }) => FILLS.has(name));
}
