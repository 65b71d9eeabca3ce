/** Submodules only: the main entry also loads the tables of all properties. */
declare module "css-tree/parser" {
	import type { parse } from "css-tree";

	const parser: typeof parse;
	export default parser;
}

declare module "css-tree/utils" {
	export { ident } from "css-tree";
}
