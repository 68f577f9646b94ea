// Shows the notice of a page that has not started after five seconds: one module that is not loaded
// stops all of them. This is a classic script without imports, so it runs without them.
setTimeout(() => {
  const notice = document.getElementById("late");
  if (notice) notice.hidden = false; // the first screen removes it
}, 5000);
