// Orbitboard's pages are made in the browser: one route, one function that returns the page's HTML.
const routes = {
	"/": {
		title: "Orbitboard: a shared observing schedule for astronomy clubs",
		body: `
			<h1>One telescope, forty members, six clear nights</h1>
			<p class="lead">Orbitboard plans who observes what on which night, and plans again at four in the afternoon when
			the forecast has changed its mind.</p>
			<h2>Fair by arithmetic</h2>
			<p>Every member starts the season with the same number of points. A night with a moon costs one, a dark night
			three, a night that was clouded out costs nothing and is given back before breakfast.</p>
			<h2>It knows what is up</h2>
			<p>Ask for a target, not for an hour. Orbitboard works out when the object stands high enough above your own
			horizon, trees included, and offers the nights on which that and the forecast agree.</p>
			<h2>The log writes itself</h2>
			<p>Who was there, what was pointed where and how long the shutter stood open is kept with the night. Add what you
			saw; the next person at the eyepiece will read it.</p>
			<p><a class="button" href="/pricing">Start with your club</a></p>`,
	},
	"/features": {
		title: "Features | Orbitboard",
		body: `
			<h1>What is on the board</h1>
			<h2>Instruments</h2>
			<p>Each with its mount, its cameras, its keeper and the list of people who have been shown how not to break it.</p>
			<h2>Requests</h2>
			<p>A target, a reason, a wish for darkness. Two requests that fit one night share it, if both people agreed to.</p>
			<h2>Swaps</h2>
			<p>Nights can be exchanged until sunset, and the points go with them.</p>`,
	},
	"/pricing": {
		title: "Pricing | Orbitboard",
		body: `
			<h1>Six euros a month for the whole club</h1>
			<p>However many members, however many instruments. Schools pay nothing. The money pays for the server, the forecast
			and, in good years, a new finder scope.</p>
			<p>Write to <a href="mailto:board@orbitboard.example.org">board@orbitboard.example.org</a> with the name of your
			club and the height of your horizon, if you know it.</p>`,
	},
};

function show(path) {
	const page = routes[path] ?? { title: "Not found | Orbitboard", body: "<h1>Nothing at these coordinates</h1>" };
	document.title = page.title;
	document.querySelector("#root").innerHTML = `
		<header>
			<a class="brand" href="/"><img src="/img/orbit.svg" alt="" width="30" height="30"> Orbitboard</a>
			<nav aria-label="Main"><a href="/features">Features</a> <a href="/pricing">Pricing</a> <a href="/legal/">Legal</a></nav>
		</header>
		<main>${page.body}</main>
		<footer><p>Made at Lantern Hill by the Saltmere Observatory Society.</p></footer>`;
}

document.addEventListener("click", (event) => {
	const link = event.target.closest("a[href^='/']");
	if (!link || !(link.pathname in routes)) return;
	event.preventDefault();
	history.pushState(null, "", link.pathname);
	show(link.pathname);
});
addEventListener("popstate", () => show(location.pathname));
show(location.pathname);
