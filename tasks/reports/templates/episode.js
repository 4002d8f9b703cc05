"use strict";
// One viewer a walk. Without this script the strip of frames below it shows the same, one after another.
for (const viewer of document.querySelectorAll(".viewer")) {
  const shots = [...viewer.querySelectorAll(".strip .shot")];
  const slider = viewer.querySelector("input[type=range]");
  const picture = viewer.querySelector(".screen img");
  const agent = viewer.querySelector(".agent");
  const told = (name) => viewer.querySelector("[data-told=" + name + "]");

  const show = (index, follow) => {
    const shot = shots[index];
    if (!shot) return;
    slider.value = index;
    slider.setAttribute("aria-valuetext", "frame " + shot.dataset.t + ", " + shot.dataset.action);
    const source = shot.querySelector("img");
    picture.hidden = !source;
    if (source) {
      picture.src = source.src;
      picture.alt = source.alt;
    }
    for (const name of ["t", "action", "pose", "room", "visible", "marks"]) told(name).textContent = shot.dataset[name] || "–";
    agent.setAttribute("transform", shot.dataset.transform);
    for (const other of shots) other.classList.toggle("now", other === shot);
    if (follow) {
      const strip = shot.parentElement;
      strip.scrollLeft = shot.offsetLeft - strip.offsetLeft - strip.clientWidth / 2 + shot.clientWidth / 2;
    }
  };

  viewer.querySelector(".screen").hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value), true));
  for (const [index, shot] of shots.entries()) shot.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    show(index, false);
  });
  viewer.showMoment = (id) => {
    const index = shots.findIndex((shot) => shot.id === id);
    if (index >= 0) show(index, true);
    return index >= 0;
  };
  show(0, true);
}

// A link to a frame turns the viewer that holds it to that frame.
const turn = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const viewer = target && target.closest(".viewer");
  if (viewer && viewer.showMoment(target.id)) viewer.scrollIntoView({ block: "start" });
};
addEventListener("hashchange", turn);
turn();
