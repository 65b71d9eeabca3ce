/** Attributes of forms that agents in a browser may fill in (WebMCP's declarative part), which Astro does not know yet. */
declare namespace astroHTML.JSX {
	interface FormHTMLAttributes {
		toolname?: string | undefined;
		tooldescription?: string | undefined;
	}
	/** A group of choices has it here: browsers look for it on no choice. */
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
