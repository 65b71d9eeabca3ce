/** Attributes of declarative WebMCP, which Astro does not know yet. */
declare namespace astroHTML.JSX {
	interface FormHTMLAttributes {
		toolname?: string | undefined;
		tooldescription?: string | undefined;
	}
	/** For a group of choices; browsers ignore it on a single choice. */
	interface FieldsetHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface InputHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface SelectHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface TextareaHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
}
