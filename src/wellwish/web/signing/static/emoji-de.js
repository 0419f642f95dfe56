// Made by tools/assets.py from Unicode's CLDR: see emoji-LICENSE.txt.
export const WORDS = `grinsendes Gesicht lol lustig
grinsendes Gesicht mit großen Augen lächeln lol lustig
grinsendes Gesicht mit lachenden Augen lol lustig
strahlendes Gesicht mit lachenden Augen lustig Zähne
Grinsegesicht mit zugekniffenen Augen geschlossene Gesicht grinsendes zusammengekniffenen offener Mund
grinsendes Gesicht mit Schweißtropfen lustig Schweiß schwitzen
sich vor Lachen auf dem Boden wälzen Gesicht lachen
Gesicht mit Freudentränen lachen Tränen
leicht lächelndes Gesicht Lächeln lächelnd
umgekehrtes Gesicht auf dem Kopf stehen
schmelzendes Gesicht auflösen flüssig schmelzen verschwinden
zwinkerndes Gesicht Zwinkern
lächelndes Gesicht mit lachenden Augen erröten Freude rote Wangen
lächelndes Gesicht mit Heiligenschein Lächeln
lächelndes Gesicht mit Herzen anhimmeln verknallt verliebt
lächelndes Gesicht mit herzförmigen Augen verliebt
überwältigt Augen Gesicht Grinsen Stern
Kuss zuwerfendes Gesicht
küssendes Gesicht Kuss
lächelndes Gesicht fröhlich Lächeln lächelnd
küssendes Gesicht mit geschlossenen Augen rote Wangen
küssendes Gesicht mit lächelnden Augen Kuss lächelnde
lachendes Gesicht mit Träne berührt dankbar erleichtert lächelnd stolz
sich die Lippen leckendes Gesicht lecker leckeres Essen
Gesicht mit herausgestreckter Zunge herausgestreckte
zwinkerndes Gesicht mit herausgestreckter Zunge herausgestreckte Zwinkern
irres Gesicht Auge groß klein
Gesicht mit herausgestreckter Zunge und zusammengekniffenen Augen herausgestreckte
Gesicht mit Dollarzeichen Geld Zunge
Gesicht mit umarmenden Händen umarmen Umarmung
verlegen kicherndes Gesicht Huch
Gesicht mit offenen Augen und Hand über dem Mund Erschrecken Erstaunen Überraschung Unglauben Verlegenheit
Gesicht mit durch die Finger linsendem Auge gebannt linsen spähen starren
ermahnendes Gesicht leise pst
nachdenkendes Gesicht nachdenken nachdenklich
salutierendes Gesicht Aye Militär ok Respekt salutieren
Gesicht mit Reißverschlussmund Mund Reißverschluss
Gesicht mit hochgezogenen Augenbrauen argwöhnisch skeptisch
neutrales Gesicht kein Kommentar
ausdrucksloses Gesicht kein Kommentar
Gesicht ohne Mund kein sprachlos
gestricheltes Gesicht deprimiert introvertiert unsichtbar verschwinden verstecken
Gesicht in Wolken geistesabwesend im Nebel Kopf
süffisant lächelndes Gesicht
verstimmtes Gesicht unglücklich
Augen verdrehendes Gesicht verdrehen
Grimassen schneidendes Gesicht Grimasse Zähne
Gesicht, das ausatmet ausatmen erleichtert Gesicht schnaufen
lügendes Gesicht Lüge Pinocchio-Nase
zitterndes Doppelgesicht Erdbeben Gesicht Schock zittern
erleichtertes Gesicht erleichtert geschlossene Augen
nachdenkliches Gesicht nachdenklich
schläfriges Gesicht müde
sabberndes Gesicht sabbern
schlafendes Gesicht schlafen schnarchen zzz
Gesicht mit Atemschutzmaske Arzt Krankheit
Gesicht mit Fieberthermometer krank
Gesicht mit Kopfverband Schmerzen Verband Verletzung
würgendes Gesicht Erbrechen Übelkeit
kotzendes Gesicht kotzen krank
niesendes Gesicht niesen
schwitzendes Gesicht erhitzt Fieber heiß Hitzschlag schwitzen
frierendes Gesicht Eiszapfen frieren Frostbeule kalt
schwindeliges Gesicht angetrunken beschwipst betrunken
benommenes Gesicht benommen
Gesicht mit Spiralen als Augen spiralförmigen hypnotisiert schwindelig
explodierender Kopf entsetzt geschockt
Gesicht mit Cowboyhut Cowboy Hut
Partygesicht Feiern Party
verkleidet Brille mit Nase inkognito verkleidetes Gesicht Verkleidung
lächelndes Gesicht mit Sonnenbrille cool
Strebergesicht Gesicht Nerd
Gesicht mit Monokel
verwundertes Gesicht verwundert
Gesicht mit schrägem Mund enttäuscht langweilig na ja skeptisch unsicher
besorgtes Gesicht besorgt
betrübtes Gesicht traurig
düsteres Gesicht traurig
Gesicht mit offenem Mund erstaunt offener
verdutztes Gesicht erstaunt sprachlos
erstauntes Gesicht erstaunt
errötetes Gesicht mit großen Augen rote Wangen überrascht
bettelndes Gesicht betteln Gnade Welpenaugen
Gesicht, das Tränen zurückhält aufgebracht Gesicht stolz zurückhalten traurig weinen
entsetztes Gesicht offener Mund verwundert
qualvolles Gesicht leidend
ängstliches Gesicht ängstlich
besorgtes Gesicht mit Schweißtropfen kalter Schweiß offener Mund
trauriges aber erleichtertes Gesicht enttäuscht erleichtert Schweiß
weinendes Gesicht Träne traurig
heulendes Gesicht Tränen traurig
vor Angst schreiendes Gesicht schreien
verwirrtes Gesicht verwirrt
entschlossenes Gesicht durchhalten
enttäuschtes Gesicht traurig
bedrücktes Gesicht mit Schweiß Angstschweiß bedrückt
erschöpftes Gesicht erschöpft müde
müdes Gesicht müde
gähnendes Gesicht gähnen gelangweilt müde
schnaubendes Gesicht erleichtert gewonnen
schmollendes Gesicht rot wütend
verärgertes Gesicht verärgert
Gesicht mit Symbolen über dem Mund fluchen
grinsendes Gesicht mit Hörnern Teufel
wütendes Gesicht mit Hörnern Fantasy Teufelchen
Totenkopf Gesicht Tod tot
Totenkopf mit gekreuzten Knochen Gesicht Piratenflagge Tod tot
Kothaufen Kot Mist
Clown-Gesicht Clown Gesicht
Ungeheuer Gesicht Japan Märchen Monster
Kobold Gesicht Japan Märchen Monster Tengu
Gespenst Fantasy Gesicht Märchen
Außerirdischer Alien Gesicht UFO
Computerspiel-Monster Gesicht Monster UFO
Roboter Gesicht Monster Roboterkopf
grinsende Katze Gesicht grinsendes Katzengesicht lol lustig
grinsende Katze mit lachenden Augen Gesicht grinsendes Katzengesicht
Katze mit Freudentränen Gesicht Katzengesicht lachen Tränen
lachende Katze mit Herzen als Augen Gesicht lachendes Katzengesicht verliebt
verwegen lächelnde Katze Gesicht ironisch lächelndes Katzengesicht
küssende Katze Gesicht küssendes Katzengesicht rote Wangen
erschöpfte Katze Angst erschöpftes Katzengesicht Gesicht schreien
weinende Katze Gesicht Träne traurig weinendes Katzengesicht
schmollende Katze Gesicht schmollendes Katzengesicht verärgert
sich die Augen zuhaltendes Affengesicht Affe nichts sehen verboten
sich die Ohren zuhaltendes Affengesicht Affe nichts hören verboten
sich den Mund zuhaltendes Affengesicht Affe nichts sagen verboten
Liebesbrief Brief Herz Liebe
Herz mit Pfeil Liebe
Herz mit Schleife Valentinstag
funkelndes Herz Aufregung Liebe
wachsendes Herz Aufregung Liebe Nervosität
schlagendes Herz Liebe
kreisende Herzen Liebe
zwei Herzen Herz Liebe
Herzdekoration Herz
Herz als Ausrufezeichen Satzzeichen
gebrochenes Herz Schmerz Trennung
Herz in Flammen brennendes Leidenschaft Liebe
Herz mit Verband Besserung genesen
rotes Herz
pinkes Herz flirten pink süß verliebt
oranges Herz orange
gelbes Herz gelb
grünes Herz grün
blaues Herz blau
hellblaues Herz aquamarin hellblau türkis
lila Herz
braunes Herz braun
schwarzes Herz böse schwarz
graues Herz grau schieferfarben silberfarben
weißes Herz weiß
Kussabdruck Kuss Lippen
100 Punkte Punktestand volle Punktzahl
Ärger Comic Wut
Zusammenstoß Comic Kollision
schwindlig Benommenheit Comic Stern Sterne sehen
Schweißtropfen Comic Schweiß
Staubwolke Comic rennen weglaufen
Loch schwarz
Sprechblase mit drei Punkten Dialog Gespräch Unterhaltung
Auge in Sprechblase Dialog reden sprechen
Sprechblase links Dialog reden sprechen Unterhaltung
Sprechblase für wütende Aussage rechts wütend
Gedankenblase Comic Nachdenken
Schlafen Comic Schlaf Schnarchen ZZZ
winkende Hand Winken
erhobene Hand von hinten erhoben erhobener Handrücken
Hand mit gespreizten Fingern 5 Finger fünf gespreizt
erhobene Hand
vulkanischer Gruß lebe lang und in Frieden Spock spreizen Star Trek vulkanisch
nach rechts weisende Hand weisend
nach links weisende Hand weisend
Hand mit Handfläche nach unten abweisen Handgeste hau ab von sich weisen wegscheuchen wegschicken
Hand mit Handfläche nach oben anbieten darbieten einladen Handgeste kommen locken
nach links schiebende Hand High five schieben stopp warte mal
nach rechts schiebende Hand High 5 five schieben stopp warte mal
OK-Zeichen exzellent Hand in Ordnung OK perfekt
zusammengedrückte Finger Bündelhand geht’s noch? Handgeste was soll das? willst du? zusammengelegte Fingerspitzen
Wenig-Geste klein kleine Menge kleiner Betrag unbedeutend wenig
Victory-Geste Sieg V
Hand mit gekreuzten Fingern Finger gekreuzt
Hand mit gekreuztem Zeigefinger und Daumen Fingerherz Geld Handgeste teuer
Ich-liebe-dich-Geste Hand ich liebe dich
Teufelsgruß Finger Hand Hörner Rock Teufel
Ruf-mich-an-Handzeichen anrufen Hand
nach links weisender Zeigefinger Finger Handrückseite
nach rechts weisender Zeigefinger Finger Handrückseite
nach oben weisender Zeigefinger von hinten aufwärts Finger Handrückseite
Mittelfinger Finger Hand
nach unten weisender Zeigefinger abwärts Finger Handrückseite
nach oben weisender Zeigefinger von vorne Finger Hand Handvorderseite
auf Betrachter zeigender Zeigefinger du Handgeste mit Finger zeigen Sie
Daumen hoch gut Hand nach oben
Daumen runter Hand nach unten schlecht
erhobene Faust
geballte Faust Hand
Faust nach links
Faust nach rechts
klatschende Hände applaudieren Beifall Klatschen
zwei erhobene Handflächen feiern
Hände, die Herz bilden Hände Händeherz Handgeste Liebe
offene Hände offen
Handflächen nach oben beten
Handschlag Hände Händeschütteln Vereinbarung
zusammengelegte Handflächen beten betende Hände bitten danken Gebet grüßen
schreibende Hand Schreiben
Nagellack Kosmetik Maniküre Nagel Nagelpflege
Selfie Smartphone
angespannter Bizeps Comic Muskeln anspannen stark
Armprothese Barrierefreiheit Prothese
Beinprothese Barrierefreiheit Prothese
Bein Treten Tritt
Fuß Stampfen Treten
Ohr Körperteil
Ohr mit Hörgerät Barrierefreiheit gehörlos Hörhilfe taub
Nase Körperteil
Gehirn intelligent
Herz (Organ) Herzschlag Mitte Organ Puls pulsieren
Lunge Atem atmen ausatmen einatmen Lungenflügel Organ
Zahn ziehen Zahnarzt Zahnärztin
Knochen Skelett
Augen Auge Gesicht
Auge Körperteil
Zunge Körperteil
Mund Körperteil Lippen
auf Lippe beißen Angst ängstlich besorgt flirtend nervös unbehaglich
Baby Gesicht
Kind geschlechtsneutral jung
Junge Gesicht
Mädchen Gesicht
Person erwachsene geschlechtsneutral Mensch ohne eindeutiges Geschlecht
Person: blondes Haar blonde Haare Person Gesicht
Mann
Person: Bart Person mit
Mann: Bart Mann mit
Mann: blond blonder Mann Gesicht Haar
Frau
Frau: Bart Frau mit
Frau: blond blonde Frau Gesicht Haar
ältere Person alt älterer Mensch erwachsene geschlechtsneutral ohne eindeutiges Geschlecht
älterer Mann Gesicht Senior
ältere Frau Gesicht Seniorin
missmutige Person Gesicht
missmutiger Mann Gesicht Stirn runzeln
missmutige Frau Gesicht Stirn runzeln
schmollende Person Schmollen
schmollender Mann Gesicht schmollen
schmollende Frau Gesicht schmollen
Person mit überkreuzten Armen verboten x
Mann mit überkreuzten Armen Arme Gesicht
Frau mit überkreuzten Armen Arme Gesicht
Person mit Händen auf dem Kopf alles in Ordnung o
Mann mit Händen auf dem Kopf Arme Gesicht
Frau mit Händen auf dem Kopf Arme Gesicht
Infoschalter-Mitarbeiter(in) Gesicht Hilfe Informationen
Infoschalter-Mitarbeiter Auskunft Informationen Mann
Infoschalter-Mitarbeiterin Auskunft Frau Informationen
Person mit erhobenem Arm Siegerpose
Mann mit erhobenem Arm Geste Siegerpose
Frau mit erhobenem Arm Geste Siegerpose
gehörlose Person Barrierefreiheit gehörlos hören Ohr taub
gehörloser Mann gehörlos taub
gehörlose Frau gehörlos taub
sich verbeugende Person Entschuldigung Geste verbeugen
sich verbeugender Mann Demut verbeugen
sich verbeugende Frau Demut verbeugen
sich an den Kopf fassende Person frustriert genervt Gesicht
sich an den Kopf fassender Mann frustriert genervt
sich an den Kopf fassende Frau frustriert genervt
schulterzuckende Person egal gleichgültig keine Ahnung Zweifel
schulterzuckender Mann gleichgültig keine Ahnung Zweifel
schulterzuckende Frau gleichgültig keine Ahnung Zweifel
Arzt/Ärztin Arztkittel Doktor(in)
Arzt Arztkittel Doktor
Ärztin Arztkittel
Student(in) Absolvent(in) Doktorhut Uni
Student Absolvent Doktorhut Uni
Studentin Absolventin Doktorhut Uni
Lehrer(in) Dozent(in) Professor(in)
Lehrer Dozent Professor
Lehrerin Dozentin Professorin
Richter(in) Waage
Richter Gerechtigkeit Recht
Richterin Gerechtigkeit Recht
Bauer/Bäuerin Farmer(in) Gärtner(in) Landwirt(in)
Bauer Ähre Landwirt
Bäuerin Ähre Landwirtin
Koch/Köchin Kochen
Koch Kochen
Köchin kochen
Mechaniker(in) Elektriker(in) Klempner(in)
Mechaniker Elektriker Handwerker Klempner
Mechanikerin Elektrikerin Handwerkerin Klempnerin
Fabrikarbeiter(in) Arbeiter(in) Fabrik industriell Montage
Fabrikarbeiter Fabrik
Fabrikarbeiterin Fabrik
Büroangestellte(r) Architekt(in) Business Manager(in) Schlips und Kragen
Büroangestellter Angestellter Büro Manager
Büroangestellte Angestellte Büro Mangerin
Wissenschaftler(in) Forscher(in) Labor
Wissenschaftler Forscher Labor
Wissenschaftlerin Forscherin Labor
IT-Experte/IT-Expertin Bildschirm Computer Entwickler(in)
IT-Experte Bildschirm Computer Entwickler
IT-Expertin Bildschirm Computer Entwickler
Sänger(in) Entertainer(in) Rock Star
Sänger Mann Mikrofon Popstar
Sängerin Frau Mikrofon Popstar
Künstler(in) Farbpalette Maler(in)
Künstler Farbpalette Maler Mann
Künstlerin Farbpalette Frau Malerin
Pilot(in) Flugzeug
Pilot Flugzeug Mann
Pilotin Flugzeug Frau
Astronaut(in) Raumfahrt Weltraum
Astronaut Mann Raumfahrt Weltraum
Astronautin Frau Raumfahrt Weltraum
Feuerwehrmann/-frau Feuerwehrhelm
Feuerwehrmann Feuerwehrhelm Mann
Feuerwehrfrau Feuerwehrhelm Frau
Polizist(in) Gesicht Polizei
Polizist Mann Polizei
Polizistin Frau Polizei
Detektiv(in) Spion
Detektiv Mann Spion
Detektivin Frau Spionin
Wache Buckingham Palace Wachfrau Wachmann Wachsoldat Wachsoldatin
Wachsoldat Buckingham Palace Wache
Wachsoldatin Buckingham Palace
Ninja Ausdauer Kämpfer vermummt
Bauarbeiter(in) Bauarbeiter Gesicht Helm
Bauarbeiter Baustelle Helm
Bauarbeiterin Baustelle Helm Mann
Person mit Krone adelig königlich königliche Hoheit Monarch Monarchin
Prinz
Prinzessin Gesicht Krone Märchen
Person mit Turban
Mann mit Turban Gesicht
Frau mit Turban Gesicht
Mann mit chinesischem Hut China Gesicht
Frau mit Kopftuch Hidschab Mantilla Tichel
Person im Smoking Bräutigam
Mann im Smoking
Frau im Smoking
Person mit Schleier Braut Hochzeit
Mann mit Schleier
Frau mit Schleier
schwangere Frau schwanger
schwangerer Mann aufgebläht Bauch dick schwanger
schwangere Person aufgebläht Bauch dick schwanger
Stillen Baby Brust
Flasche gebende Frau Baby geben
Mann, der Baby die Flasche gibt geben gebender Mann füttern
Person, die Baby Flasche gibt geben gebende Person
Putte Engel Gesicht Märchen
Weihnachtsmann Weihnachten
Weihnachtsfrau Weihnachten
Weihnachtsperson Weihnachten
Superheld(in) Comic Held Superheld Superheldin Superkraft Übermensch
Superheld Held
Heldin Superheldin
Bösewicht böse
männlicher Bösewicht böse
weiblicher Bösewicht böse
Magier(in) Hexe Hexenmeister Zauberer Zauberin
Magier Hexenmeister Zauberer
Magierin Hexe Zauberin
Märchenfee Oberon Puck Titania
männliche Fee Oberon Puck Zauberer
Fee Titania
Vampir Dracula Untoter
männlicher Vampir Dracula Untoter
weiblicher Vampir Untoter
Wassermensch Meerjungfrau Wasserfrau Wassermann
Wassermann Triton
Meerjungfrau Nixe Wasserfrau
Elf(e) Elbe Elben Elbin magisch
Elf Alb Elbe magisch
Elfe Elbin magisch
Flaschengeist Dschinn
männlicher Flaschengeist Dschinn
weiblicher Flaschengeist Dschinn
Zombie Untoter wandelnder Toter
männlicher Zombie Untoter wandelnder Toter
weiblicher Zombie Untote wandelnde Tote
Troll Fantasy Kobold Märchen Monster Ungeheuer
Person, die eine Kopfmassage bekommt Massage Person Salon
Mann, der eine Kopfmassage bekommt Mann
Frau, die eine Kopfmassage bekommt Frau
Person beim Haareschneiden Friseur Frisur
Mann beim Haareschneiden Friseur Haarschnitt Schere
Frau beim Haareschneiden Friseur Haarschnitt Schere
Fußgänger(in) gehen gehend wandern
Fußgänger gehen Mann Spaziergang
Fußgängerin Frau gehen Spaziergang
stehende Person Stand stehen
stehender Mann stehen
stehende Frau stehen
kniende Person knien kniend
kniender Mann kniend
kniende Frau kniend
Person mit Langstock Barrierefreiheit blind Blindenstock
Mann mit Langstock Barrierefreiheit blind Blindenstock sehbehindert
Frau mit Langstock Barrierefreiheit blind Blindenstock
Person in elektrischem Rollstuhl Barrierefreiheit
Mann in elektrischem Rollstuhl Barrierefreiheit
Frau in elektrischem Rollstuhl Barrierefreiheit
Person in manuellem Rollstuhl Barrierefreiheit
Mann in manuellem Rollstuhl Barrierefreiheit
Frau in manuellem Rollstuhl Barrierefreiheit
laufende Person Laufen Marathon Sport
laufender Mann joggen Jogger laufen Marathon
laufende Frau joggen Joggerin laufen Marathon
tanzende Frau Tanz
tanzender Mann tanzen
schwebender Mann im Anzug geschäftlich
Personen mit Hasenohren Bunnys Leute
Männer mit Hasenohren Bunnys Party
Frauen mit Hasenohren Bunnys Party
Person in Dampfsauna Sauna
Mann in Dampfsauna Sauna
Frau in Dampfsauna Sauna
Bergsteiger(in) Bergsteiger
Bergsteiger
Bergsteigerin Bergsteiger
Fechter(in) fechten Fechter Schwert Sport
Pferderennen Jockey auf Pferd Sport
Skifahrer(in) Schnee Ski Skifahrer Skifahrerin Sport
Snowboarder(in) Snowboard Snowboarden Snowboarder Snowboarderin Sport
Golfer(in) Golf
Golfer Golf golfen Golfspieler Mann
Golferin Frau Golf golfen Golfspielerin
Surfer(in) Surfen Wassersport Wellenreiten Wellenreiter Wellenreiterin
Surfer Mann Wellenreiten
Surferin Frau Wellenreiten
Person im Ruderboot Boot
Mann im Ruderboot Boot rudern
Frau im Ruderboot Boot rudern
Schwimmer(in) Kraulen Schwimmen Sport Wasser
Schwimmer kraulen Pool Schwimmbad schwimmen
Schwimmerin kraulen Pool Schwimmbad schwimmen
Person mit Ball Basketball
Mann mit Ball Ballsport Handball
Frau mit Ball Ballsport Handball
Gewichtheber(in) Gewicht
Gewichtheber Gewicht heben Mann
Gewichtheberin Frau Gewicht heben
Radfahrer(in) Radfahren Radfahrer
Radfahrer Fahrrad Mann Rad
Radfahrerin Fahrrad Frau Rad
Mountainbiker(in) Radfahren
Mountainbiker Fahrrad Mann Mountainbike Rad
Mountainbikerin Fahrrad Frau Mountainbike Rad
Rad schlagende Person Bodenturnen Radschlag
Rad schlagender Mann Bodenturnen Radschlag
Rad schlagende Frau Bodenturnen Radschlag
Ringer(in) Ringer Ringkampf Wrestling
ringende Männer Ringer Ringkampf Wrestling
ringende Frauen Ringer Ringkampf Wrestling
Wasserballspieler(in) Sport Wasser Wasserball
Wasserballspieler Wasser Wasserball Wassersport
Wasserballspielerin Wasser Wasserball Wassersport
Handballspieler(in) Handball Sport
Handballspieler Handball Mann
Handballspielerin Frau Handball
Jongleur(in) geschickt jonglieren Multitasking
Jongleur geschickt jonglieren Mann Multitasking
Jongleurin Frau geschickt jonglieren Multitasking
Person im Lotossitz Meditation Yoga
Mann im Lotossitz Meditation Yoga
Frau im Lotossitz Meditation Yoga
badende Person Bad Badewanne Badezimmer
im Bett liegende Person schlafen
sich an den Händen haltende Personen Hände halten Paar
Händchen haltende Frauen halten Paar Pärchen aus Frau und
Mann und Frau halten Hände Händchen Paar Pärchen aus
Händchen haltende Männer halten Paar Pärchen aus Mann und
sich küssendes Paar Frau Herz Kuss Mann
Liebespaar Frau Herz Mann
sprechender Kopf Gesicht Silhouette sprechen sprechend
Silhouette einer Büste Person
Silhouette mehrerer Büsten Personen
sich umarmende Personen Danke Hallo Tschüss Umarmung
Familie Kind Mutter Vater
Familie: 2 Erwachsene, 1 Kind Erwachsene
Familie: 2 Erwachsene, Kinder Erwachsene
Familie: 1 Erwachsene(r), Kind Erwachsene(r)
Familie: 1 Erwachsene(r), 2 Kinder Erwachsene(r)
Fußabdrücke Abdruck Fuß Fußabdruck
rotes Haar rote Haare rothaarig Rotschopf
lockiges Haar Afro Lockenkopf lockig
weißes Haar grau graues grauhaarig weißhaarig
Glatze Chemo haarlos kein Haar rasiert
Affengesicht Affe Gesicht Tier
Affe Tier
Gorilla Affe Gesicht Tier
Orang-Utan Affe
Hundegesicht Gesicht Hund Tier
Hund Haustier Tier
Blindenhund Barrierefreiheit blind sehbehindert
Assistenzhund Assistenz Barrierefreiheit Hund
Pudel Hund Tier
Wolf Gesicht Tier Wolfsgesicht
Fuchs Fuchsgesicht Gesicht Tier
Waschbär neugierig
Katzengesicht Gesicht Katze Tier
Katze Haustier Tier
Löwe Gesicht Löwengesicht Sternzeichen Tierkreis
Tigergesicht Gesicht Tier Tiger
Tiger Tier
Leopard Tier
Pferdegesicht Gesicht Pferd Tier
Elch Geweih Säugetier Tier
Esel Dummkopf Maultier Säugetier störrisch stur Tier
Pferd Rennen Rennpferd Tier
Einhorn Einhorngesicht Gesicht
Zebra Streifen
Hirsch Gesicht Tier
Bison Büffel Herde Wisent
Kuhgesicht Gesicht Kuh Tier
Ochse Sternzeichen Stier Tier Tierkreis
Wasserbüffel Büffel Tier Wasser
Kuh Tier
Schweinegesicht Gesicht Schwein Tier
Schwein Sau Tier
Wildschwein Schwein Tier
Schweinerüssel Nase Schwein Tier
Widder Schaf Sternzeichen Tierkreis
Schaf Tier
Ziege Steinbock Sternzeichen Tier Tierkreis
Dromedar einhöckrig Kamel Tier
Kamel Tier zweihöckrig
Lama Alpaca Wolle
Giraffe Flecken
Elefant Tier
Mammut Aussterben groß Stoßzahn wollig
Nashorn Rhinozeros Tier
Nilpferd Hippo
Mäusegesicht Gesicht Maus Tier
Maus Tier
Ratte Tier
Hamster Gesicht Hamstergesicht Tier
Hasengesicht Gesicht Hase Tier
Hase Kaninchen Tier
Streifenhörnchen Tier
Biber Damm
Igel stachelig
Fledermaus Tier Vampir
Bär Bärengesicht Gesicht Tier
Eisbär Arktis Nordpol weiß
Koala Koalabär Tier
Panda Gesicht Pandabär Pandagesicht Tier
Faultier faul langsam
Otter fischen verspielt
Stinktier Skunk stinken
Känguru Hüpfen
Dachs Dachse
Tatzenabdrücke Abdruck Tatzen Tier
Truthahn Geflügel
Huhn Geflügel Henne Tier
Hahn Tier
schlüpfendes Küken schlüpfen Tier
Küken Tier
Küken von vorne Geflügel Tier
Vogel Papagei Taube
Pinguin Tier
Taube fliegen Friede Frieden Vogel
Adler Vogel
Ente Vogel
Schwan hässliches Entlein Vogel
Eule Vogel weise
Dodo Aussterben groß Mauritius
Feder Federn fliegen leicht
Flamingo bunt farbenfroh Tropen tropisch
Pfau stolz stolzieren Vogel
Papagei Pirat Vogel Wiederholen
Flügel Engelsflügel Federn fliegen Mythologie Vogel
Gans blöd dumm Geflügel Vogel
Phönix Fantasy Feuervogel Reinkarnation Wiedergeburt
Frosch Froschgesicht Gesicht Tier
Krokodil Tier
Schildkröte Tier
Eidechse Reptil
Schlange Schlangenträger Sternzeichen Tier Tierkreis
Drachengesicht Drache Gesicht Tier
Drache Märchen Tier
Sauropode Brachiosaurus Brontosaurus Dino Dinosaurier Diplodocus Saurier
T-Rex Dino Dinosaurier Saurier Tyrannosaurus Rex
blasender Wal Tier
Wal Tier
Delfin Tier
Seehund Seelöwe
Fisch Fische Sternzeichen Tier Tierkreis
Tropenfisch Fisch Tier
Kugelfisch Fisch Tier
Hai Haifisch
Oktopus Krake Tier Tintenfisch
Schneckenhaus Muschel Tier
Koralle Korallenriff Ozean Riff
Qualle autsch brennen Gallert Glibber Meerestier Nesseltier
Schnecke Tier
Schmetterling schön
Raupe Insekt Tier
Ameise Insekt Tier
Biene Honigbiene Hummel Tier
Käfer Insekt
Marienkäfer Glückskäfer Käfer Tier
Grille Heuschrecke
Kakerlake Insekt Schabe
Spinne Insekt Tier
Spinnennetz Netz Spinne
Skorpion Sternzeichen Tierkreis
Mücke Fieber Insekt Malaria Moskito
Fliege Krankheit Made Plage verwesen
Wurm Parasit Regenwurm Ringelwurm
Mikrobe Amöbe Bakterie Einzeller
Blumenstrauß Blumen Bouquet
Kirschblüte Blume Blüte Kirsche Pflanze
Blumenstempel Blume
Lotusblüte Blume Buddhismus Hinduismus Reinheit
Rosette Pflanze
Rose Blume Blüte Pflanze
welke Blume verwelkt
Hibiskus Blume Blüte Pflanze
Sonnenblume Blume Blüte Pflanze Sonne
gelbe Blüte Blume Pflanze
Tulpe Blume Blüte Pflanze
Hyazinthe blaue Wiesenlupine Blume Blüte Löwenmaul Lupine
Spross junge Pflanze
Topfpflanze Haus langweilig nutzlos Pflanze pflegen wachsen
Nadelbaum Baum Pflanze
Laubbaum Baum Laub Pflanze
Palme Baum Pflanze
Kaktus Pflanze
Reisähre Ähre Pflanze Reis
Kräuter Blätter
Kleeblatt Pflanze
Glücksklee Glück Kleeblatt vier vierblättrig
Ahornblatt Ahorn Blatt Herbst Laub Pflanze
Laub Blatt Blätter Herbst Pflanze
Blätter im Wind Blatt Laub Pflanze
leeres Nest Nestbau nisten Vogelnest
Nest mit Eiern Nestbau nisten Vogelnest
Fliegenpilz Pilz
Trauben Frucht Obst Traube
Honigmelone Frucht Obst
Wassermelone Frucht Melone Obst Wasser
Mandarine Frucht Obst Orange
Zitrone Frucht Obst Zitrusfrucht
Limette Frucht tropisch Zitrusfrucht
Banane Frucht Obst
Ananas Frucht Obst
Mango Frucht Früchte tropisch
roter Apfel Frucht Obst rot
grüner Apfel Frucht grün Obst
Birne Frucht Obst
Pfirsich Frucht Obst
Kirschen Frucht Kirsche Obst
Erdbeere Beere Frucht Obst
Blaubeeren Beere blau Blaubeere Heidelbeere
Kiwi Frucht Obst
Tomate Gemüse
Olive Lebensmittel
Kokosnuss Palme Piña Colada
Avocado Frucht
Aubergine Gemüse
Kartoffel Essen
Karotte Gemüse Möhre Mohrrübe
Maiskolben Mais
Peperoni Chili Paprika Pfeffer Pflanze scharf
Paprika Gemüse Gemüsepaprika
Gurke Essen Gemüse
Blattgemüse Gemüse Grünzeug Kohl Salat Spinat
Brokkoli Gemüsekohl
Knoblauch Geschmack
Zwiebel Geschmack
Erdnuss Essen
Bohnen Bohne Essen Hülsenfrucht Kidney-Bohne Lebensmittel
Kastanie Marone
Ingwer Gewürz Ginger Ale Ingwerbier Wurzel
Erbsenschote Edamame Erbsen Gemüse Hülsenfrucht Schote
brauner Pilz Gemüse Lebensmittel Natur Pflanze
Brot Brotlaib Laib
Croissant französisch Frühstück Frühstückshörnchen
Baguette französisch Frühstück
Fladenbrot Arepa Lavasch Naan Pita
Brezel gedreht
Bagel Bäckerei Backwaren Frühstück
Pfannkuchen Eierpfannkuchen Essen
Waffel mit Butter
Käsestück Käse
Fleischhachse Fleisch Knochen Restaurant
Hähnchenschenkel Geflügel Restaurant
Fleischstück Kotelett Lammkotelett Schweinekotelett Steak
Bacon Essen Frühstücksspeck Speck
Hamburger Burger Restaurant
Pommes frites Fritten Frites
Pizza Pizzastück Pizzeria
Hotdog Frankfurter Hot Dog Wurst Würstchen
Sandwich Brot
Taco mexikanisch
Burrito mexikanisch
Tamale eingewickelt mexikanisch
Döner Kebab Falafel Wrap
Falafel Bällchen Kichererbsen
Ei Frühstück Frühstücksei
Spiegelei in Bratpfanne Kochen Pfanne
Pfannengericht Essen Paella Reispfanne
Topf mit Essen Eintopf Gericht
Fondue geschmolzen Käse Schokolade schweizerisch Topf
Schüssel mit Löffel Cerealien Frühstück Reisbrei
Salat Essen
Popcorn Snack
Butter Milchprodukt
Salz Geschmack Salzstreuer
Konserve Dose
Bento-Box Bento
Reiscracker Cracker
Reisbällchen Reis
Reis in Schüssel
Reis mit Curry
Schüssel und Essstäbchen dampfend Eiernudeln Nudeln Stäbchen Suppe
Spaghetti Nudeln mit Tomatensoße Pasta
geröstete Süßkartoffel geröstet
Oden japanisches Gericht Restaurant
Sushi japanisches Gericht Restaurant
frittierte Garnele Restaurant
Fischfrikadelle Fisch
Mondkuchen Festival Herbst Yuebing
Dango japanisches Gericht Mochi-Kugeln auf einem Spieß Restaurant
Teigtasche chinesische Empanada Gyōza Jiaozi Pierogi
Glückskeks Prophezeiung
Takeaway-Schachtel Takeaway-Box
Krebs Sternzeichen Tierkreis
Hummer Meeresfrüchte
Garnele Gourmet Krustentier
Tintenfisch Kalmar
Auster Perle tauchen
Softeis Eis
Wassereis Eis Sorbet
Eiscreme Eis Eisbecher Eisdiele
Donut Doughnut
Keks Cookie
Geburtstagskuchen Geburtstag Torte
Torte Kuchen Kuchenstück Stück Tortenstück
Cupcake Gebäck Konditorei Muffin süß
Kuchen Füllung Gebäck
Schokoladentafel Schokolade
Bonbon Süßigkeit
Lutscher Lolli Süßigkeit
Pudding Dessert Nachspeise Nachtisch Schokolade Soße
Honigtopf Honig
Babyflasche Baby Fläschchen Kind Milch trinken
Glas Milch Getränk
Heißgetränk dampfend Getränk heiß Kaffee Tee trinken
Teekanne Kanne Tee trinken
Teetasse ohne Henkel Tee
Sake-Flasche mit Tasse Flasche Getränk Sake trinken
Flasche mit knallendem Korken Champagner Sekt trinken
Weinglas Bar Glas Wein
Cocktailglas Bar Cocktail
Cocktail Bar exotisches Getränk
Bierkrug Bar Bier Krug
Bierkrüge anstoßen Bier
Sektgläser anstoßen feiern Getränk Sekt
Trinkglas Bar Whiskey
Flüssigkeit ausgießen Getränk gießen Glas leer verschütten
Becher mit Strohhalm Saft Selters
Bubble Tea Blase Milch Perle Tee
Trinkpäckchen Getränk Saftpackung
Mate-Tee Getränk
Eiswürfel Eisberg kalt
Essstäbchen Hashi Stäbchen
Teller mit Messer und Gabel kochen
Messer und Gabel Besteck
Löffel Besteck
Küchenmesser Messer
Einmachglas Einweckglas Gewürzglas leer Marmeladeglas
Amphore Gefäß kochen Krug Vase Wassermann
Globus mit Europa und Afrika Weltkugel
Globus mit Amerika Nordamerika Südamerika Weltkugel
Globus mit Asien und Australien Weltkugel
Globus mit Meridianen Breitengrad Längengrad
Weltkarte Karte Welt
Umriss von Japan Karte
Kompass Himmelsrichtung magnetisch Navigation Orientierung Windrose
schneebedeckter Berg kalt Schnee
Berg Gebirge
Vulkan Ausbruch Berg Wetter
Fuji Berg
Camping campen Zelt zelten
Strand mit Sonnenschirm Meer
Wüste
einsame Insel einsam Meer Strand verlassen
Nationalpark Park
Stadion Arena
antikes Gebäude antik klassizistisch
Kran Bau bauen
Ziegelstein Klinker Mauerwerk Wand Ziegel
Felsen Stein
Holz Feuerholz Holzscheite
Hütte Haus Jurte Rundhaus
Wohnhäuser Gebäude Haus Häuser Wohnhaus Wohnsiedlung
verfallenes Haus Gebäude heruntergekommen verfallen verlassen
Haus Gebäude Zuhause
Haus mit Garten Baum
Bürogebäude Hochhaus
japanisches Postgebäude Japan Post
Postgebäude Europa Post
Krankenhaus Arzt Gebäude krank Medizin
Bank Gebäude Geld
Hotel Gebäude übernachten Unterkunft
Stundenhotel Gebäude Hotel Liebe Unterkunft
Minimarkt einkaufen Gebäude Geschäft Lebensmittel
Schule Gebäude Schulgebäude
Kaufhaus einkaufen Gebäude Geschäft shoppen
Fabrik Fabrikgebäude Gebäude
japanisches Schloss Bauwerk Gebäude Japan japanisch
Schloss Bauwerk Europa europäisch Gebäude
Hochzeit Herz Kirche
Tokyo Tower Fernsehturm Tokio
Freiheitsstatue Amerika Freiheit
Kirche Christ Christentum christlich Gebäude Kreuz Religion
Moschee Islam Moslem Muslim Religion
Hindutempel Hindu Tempel
Synagoge Jude jüdisch Religion Tempel
Shinto-Schrein Religion Schrein Shinto
Kaaba Islam Moslem Muslim Religion
Springbrunnen Brunnen Garten Park
Zelt Camping Campingurlaub Zeltplatz
neblig Nebel Wetter
Sternenhimmel Nacht Sterne
Skyline Gebäude Häuser Hochhäuser Stadt Wolkenkratzer
Sonnenaufgang über Bergen Berge
Sonnenaufgang über dem Meer
Abendstimmung in der Stadt Hochhäuser Sonnenuntergang
Sonnenuntergang in der Stadt Hochhäuser
Brücke vor Nachthimmel Golden Gate Nacht nachts
heiße Quellen Dampf dampfend heiß
Karussellpferd Karussell Pferd
Spielplatzrutsche Rutsche spielen Spielplatz Vergnügungspark
Riesenrad Freizeitpark Rad Volksfest
Achterbahn Freizeitpark Volksfest
Barbershop-Säule Herrenfriseur Säule
Zirkuszelt Unterhaltung Zelt Zirkus
Dampflokomotive Dampf Dampflok Fahrzeug Lokomotive Zug
Eisenbahnwagen Fahrzeug Wagen Waggon Zug
Hochgeschwindigkeitszug mit spitzer Nase Shinkansen TGV Zug
Hochgeschwindigkeitszug Japan Shinkansen Zug
Zug Eisenbahn
U-Bahn Metro
S-Bahn Zug
Bahnhof Zug
Straßenbahn Tram
Einschienenbahn Bahn Magnetschwebebahn
Bergbahn Bahn
Straßenbahnwagen Straßenbahn Tram Tramwagen
Bus Fahrzeug
Bus von vorne
Oberleitungsbus Trolleybus
Kleinbus Bus
Krankenwagen Notfall
Feuerwehrauto Brand Löschfahrzeug
Polizeiwagen Polizei Streifenwagen
Polizeiwagen von vorne Polizei Streifenwagen
Taxi Auto Fahrzeug
Taxi von vorne
Auto Fahrzeug
Auto von vorne Automobil Fahrzeug
Wohnmobil verreisen
Pick-up Laster Lieferwagen
Lieferwagen Lastwagen LKW
Sattelzug Lastwagen LKW
Traktor Landwirtschaft Trecker
Rennauto Autorennen
Motorrad Motorrennen
Motorroller Roller Vespa
manueller Rollstuhl Barrierefreiheit
elektrischer Rollstuhl Barrierefreiheit
Autorikscha Tuk-Tuk
Fahrrad Rad
Tretroller
Skateboard fahren
Rollschuh Rollen Schuh
Bushaltestelle Bus Haltestelle
Autobahn Schnellstraße
Bahngleis Schienen
Ölfass Fass Öl
Tanksäule Benzin tanken Tankstelle
Autorad drehen Rad Reifen rotieren
Polizeilicht Polizei
horizontale Verkehrsampel Ampel vertikal
vertikale Verkehrsampel Ampel horizontal
Stoppschild achteckig Schild Stopp
Baustellenabsperrung Baustelle Schild
Anker Hafen Meer
Rettungsring Leben retten Schwimmring Sicherheit
Segelboot Boot
Kanu Boot Wassersport
Schnellboot Boot
Passagierschiff Schiff Seereise
Fähre Schiff
Motorboot Boot Schiff
Schiff Dampfer Kreuzfahrtschiff
Flugzeug Flieger
kleines Flugzeug klein
Abflug Flugzeug Start eines Flugzeugs
Landung eines Flugzeugs Flugzeug
Fallschirm Fallschirmspringen Paragliding Skydiving
Sitzplatz Flugzeug Sitz Zug
Hubschrauber Helikopter
Schwebebahn Hängebahn
Bergschwebebahn Schwebebahn
Bergseilbahn Gondel Seilbahn
Satellit Weltraum
Rakete Weltraum
fliegende Untertasse UFO
Rezeptionsklingel Klingel
Gepäck Ballast Koffer Reise
Kaminuhr Uhr
Ziffernblatt 12:00 Uhr 0 Mittag Mitternacht zwölf
12:30 Uhr 00:30 halb eins Ziffernblatt
1:00 Uhr 01:00 1 13:00 Punkt eins Ziffernblatt
1:30 Uhr halb zwei Ziffernblatt
2:00 Uhr 2 Ziffernblatt
2:30 Uhr halb drei Ziffernblatt
3:00 Uhr 3 Ziffernblatt
3:30 Uhr halb vier Ziffernblatt
4:00 Uhr 4 Ziffernblatt
4:30 Uhr 04:30 16:30 halb fünf Ziffernblatt
5:00 Uhr 05:00 17:00 5 Punkt fünf Ziffernblatt
5:30 Uhr 05:30 17:30 halb sechs Ziffernblatt
6:00 Uhr 6 Ziffernblatt
6:30 Uhr halb sieben
7:00 Uhr 7 Ziffernblatt
7:30 Uhr halb acht Ziffernblatt
8:00 Uhr 8 Ziffernblatt
8:30 Uhr halb neun Ziffernblatt
9:00 Uhr 9 Ziffernblatt
9:30 Uhr halb zehn Ziffernblatt
10:00 Uhr 10 Ziffernblatt
10:30 Uhr halb elf Ziffernblatt
11:00 Uhr 11 Ziffernblatt
11:30 Uhr halb zwölf Ziffernblatt
Neumond Mond
erstes Mondviertel Mond zunehmend
zunehmender Halbmond zunehmend
zweites Mondviertel Mond zunehmend
Vollmond Mond
drittes Mondviertel abnehmend Mond
abnehmender Halbmond abnehmend
letztes Mondviertel abnehmend Mond
Mondsichel Mond
Neumond mit Gesicht
Mondsichel mit Gesicht links
Mondsichel mit Gesicht rechts
Thermometer Temperatur Wetter
Sonne Sonnenstrahlen sonnig Strahlen Wetter
Vollmond mit Gesicht
Sonne mit Gesicht
Ringplanet Saturn
weißer mittelgroßer Stern
funkelnder Stern
Sternschnuppe Himmel
Milchstraße Galaxie
Wolke Wetter wolkig
Sonne hinter Wolke wolkig
Wolke mit Blitz und Regen Gewitter Wetter wolkig
Sonne hinter kleiner Wolke kleine Wetter
Sonne hinter großer Wolke große Wetter
Sonne hinter Regenwolke Wetter
Wolke mit Regen Regenwolke Wetter
Wolke mit Schnee Wetter
Wolke mit Blitz Gewitter Wetter
Wirbelsturm Wetter
Nebel neblig Wetter
Wind Wetter windig
Wirbel Spirale Wirbelsturm
Regenbogen Wetter
geschlossener Regenschirm Regen
Regenschirm Bekleidung Regen Wetter
Regenschirm im Regen
aufgestellter Sonnenschirm aufgestellt
Hochspannung Blitz Gefahr
Schneeflocke Flocke Schnee
Schneemann im Schnee
Schneemann ohne Schneeflocken kalt Schnee Winter
Komet Weltall
Feuer Flamme heiß
Tropfen Schweiß Wasser Wassertropfen
Welle Meer
Halloweenkürbis Halloween Kürbis
Weihnachtsbaum Baum Tanne Weihnachten
Feuerwerk Silvester
Wunderkerze Feuerwerk
Feuerwerkskörper Dynamit explosiv Feuerwerk Knaller
funkelnde Sterne *
Luftballon Geburtstag
Konfettibombe Feier Konfetti Party
Konfettiball Feier Konfetti
Tanabata-Baum Baum Fest Japan Sternenfest Zettel
Piniendekoration Japan Neujahrsfest
japanische Puppen Puppenfest Japan
traditionelle japanische Windsäcke Feier Karpfen
japanisches Windspiel Feier Glocke Wind
traditionelles Mondfest Japan Mond
roter Umschlag Geld Geschenk Glück Hongbao
pinke Schleife Feier
Geschenk Feier verpackt
Gedenkschleife Schleife
Eintrittskarten Ticket
Ticket Konzert Unterhaltung
Militärorden Orden
Pokal Preis
Sportmedaille Medaille
Goldmedaille Erster Medaille 1. Platz
Silbermedaille Medaille 2. Platz Zweiter
Bronzemedaille Dritter Medaille 3. Platz
Fußball Ball
Baseball Ball
Softball Ball Handschuh
Basketball Ball Korb Sport
Volleyball Ball
Football Amerika Ball Sport
Rugbyball Ball Rugby Sport
Tennisball Ball Sport Tennis
Frisbee Ultimate
Bowling Bowlingkugel Kugel Spiel
Kricket Ball Cricket Schläger
Feldhockey Hockey Schläger
Eishockey Hockey Puck Schläger
Lacrosse Ball Schläger Stock
Tischtennis Ball Schläger
Badminton Federball Schläger
Boxhandschuh Boxen Handschuh Sport
Kampfsportanzug Judo Kampfkunst Kampfsport Karate Taekwondo
Tor Sport
Golffahne Golfplatz
Schlittschuh Eislauf
Angel mit Fisch Angeln Entspannung
Tauchmaske schnorcheln Sporttauchen tauchen
Laufshirt Laufen Schärpe Sport
Ski und Stöcke
Schlitten Rodel
Curlingstein Spiel Stein
Darts Dart Spiel Volltreffer Zielscheibe
Jo-Jo Spielzeug
Drachen fliegen steigen
Wasserpistole Pistole Revolver Waffe
Billardkugel 8-Ball Kugel Spiel
Kristallkugel Wahrsager
Zauberstab Hexe Hexer Zauberei Zauberer Zauberin
Gamepad Gaming Videospiel
Joystick Gaming Videospiel
Spielautomat Glücksspiel Spiel
Spielwürfel Spiel Würfel
Puzzleteil Puzzle Puzzlestück
Teddybär Kuscheltier Plüschteddy Plüschtier Spielzeug
Piñata Feier Party
Discokugel Disco Lichtreflexe Party Spiegelkugel tanzen
Matroschka Matrioschka Puppe Russland
Pik Kartenspiel
Herz Kartenspiel
Karo Kartenspiel
Kreuz Kartenspiel
Bauer Schach
japanische Blumenkarte Blume Hanafuda Japan Karte
Masken Kunst Theater Unterhaltung
gerahmtes Bild Gemälde Kunst malen Rahmen Zeichnung
Mischpalette Farben Kunst Künstler Palette
Faden Nadel Nähen Zwirn
Nähnadel Nadel nähen Nähte schneidern Stiche sticken
Wollknäuel Häkeln Stricken Wolle
Knoten binden Schnur Seil zusammendrehen
Brille Accessoire
Sonnenbrille Augen Brille dunkel
Schutzbrille Augenschutz Schweißen Schwimmen
Laborkittel Doktor Experiment Wissenschaftler
Sicherheitsweste Notfall Sicherheit Weste
Hemd mit Krawatte Kleidung Kragen Schlips
T-Shirt Kleidung Shirt
Jeans Hose Kleidung
Schal Hals
Handschuhe Hand
Mantel Jacke
Socken Strümpfe
Kleid Kleidung
Kimono Kleid Kleidung
Sari Kleid Kleidung
einteiliger Badeanzug
Slip Badeanzug Einteiler Unterwäsche
Shorts Badebekleidung Boxershorts Schwimmshorts
Bikini Badeanzug Kleidung
Bluse Damenmode Kleidung Oberbekleidung
Faltfächer Fächer kühlen schüchtern warm
Geldbörse Accessoire Brieftasche Portemonnaie
Handtasche Accessoire Tasche
Clutch Accessoire Tasche
Einkaufstüten Einkaufen shoppen Shopping
Schulranzen Ranzen Rucksack Schule Tornister
Zehensandale Zehensandalen
Herrenschuh Herren Schuh
Sportschuh Schuh Sneaker sportlich
Wanderstiefel Camping Wandern Wanderung
flacher Schuh Ballet-Pumps Slipper
Stöckelschuh Absatzschuh Damen Highheels Pumps
Damensandale Damen Sandale Schuh
Ballettschuhe Ballett Tanz
Damenstiefel Damen Schuh Stiefel
Haarkamm Afro Haare Kamm
Krone König Königin
Damenhut mit Schleife Hut Kopfbedeckung
Zylinder Hut Kopfbedeckung Zylinderhut
Doktorhut Abschlussfeier
Baseballmütze Baseballkappe Schirmkappe
Militärhelm Helm Kämpfer Kämpferin Militär Soldat Soldatin
Rettungshelm bergen Helm mit weißem Kreuz Hilfe retten
Gebetskette Gebet Kette Religion Rosenkranz
Lippenstift Kosmetik Make-up Schminke
Ring Diamantring Edelstein Schmuck Verlobung
Edelstein Diamant
durchgestrichener Lautsprecher stummgeschaltet
Lautsprecher mit geringer Lautstärke eingeschaltet
Lautsprecher mit mittlerer Lautstärke mittellaut
Lautsprecher mit hoher Lautstärke laut
Lautsprecher
Megafon Jubel Lautsprecher
Posthorn Brief E-Mail Post
Glocke Ton eingeschaltet
durchgestrichene Glocke Ton ausgeschaltet
Notenschlüssel Musik Noten Partitur Violinschlüssel
Musiknote Musik Note
Musiknoten Musik Noten
Studiomikrofon Mikrofon
Schieberegler Musik
Drehregler Bedienknöpfe Stellknöpfe
Mikrofon Karaoke Singen Unterhaltung
Kopfhörer Musik Unterhaltung
Radio Musik
Saxofon Instrument Musik Musikinstrument
Akkordeon Akkordeons Concertina Quetschkommode Quetschkommoden Ziehharmonika Ziehharmonikas
Gitarre Instrument Musik Musikinstrument
Klaviatur Instrument Musik Musikinstrument Tastatur Tasten
Trompete Instrument Musik Musikinstrument
Geige Instrument Musik Musikinstrument
Banjo Musik Streichinstrument
Trommel Trommelstöcke
afrikanische Trommel Conga Rhythmus
Maracas Instrument Musik Percussion Rassel
Flöte Instrument Musik
Mobiltelefon Handy Smartphone
Mobiltelefon mit Pfeil Anruf
Telefon Festnetz
Telefonhörer anrufen Hörer Telefon
Pager
Faxgerät Fax
Batterie Akku
schwache Batterie Akku Elektronik niedriger Akkustand schwacher
Netzstecker Stecker Stromstecker
Laptop Computer Notebook PC
Desktopcomputer Bildschirm Desktop Monitor
Drucker Computer
Computermaus Computer
Trackball Computer
Minidisc MD
Diskette Datenträger
CD Blu-Ray DVD
DVD CD
Abakus Abaki Abakusse Rechenhilfe Rechenschieber
Filmkamera Film Kino Unterhaltung
Filmstreifen Film Filmband Kino
Filmprojektor Kino Unterhaltung
Filmklappe Film Klappe Unterhaltung
Fernseher Film TV
Fotoapparat Fotos Kamera
Fotoapparat mit Blitz
Videokamera Videos
Videokassette Video
Lupe nach links Suche Vergrößerungsglas
Lupe nach rechts Suche Vergrößerungsglas
Kerze Licht
Glühbirne Idee Licht
Taschenlampe Lampe Licht
rote Papierlaterne Izakaya japanisches Lokal
Öllampe Diya Lampe Öl
Notizbuch mit dekorativem Einband
geschlossenes Buch geschlossen
offenes Buch geöffnet offen
grünes Buch grün
blaues Buch blau
orangefarbenes Buch orangefarben
Bücherstapel Bücher
Notizbuch Notizen
Spiralblock Notizblock
teilweise eingerolltes Blatt Dokument Papier Seite
Schriftrolle Papier
Vorderseite eines Blattes Dokument Papier Seite
Zeitung Nachrichten
zusammengerollte Zeitung zusammengerollt
Pagemarker Notizen
Lesezeichen Lesen
Etikett Label Marke
Geldsack Geld Sack
Münze Geld Gold Metall Schatz Silber
Yen-Banknote Geld Geldschein Yen
Dollar-Banknote Dollar Geld Geldschein
Euro-Banknote Euro Euroschein Geld Geldschein
Pfund-Banknote Geld Geldschein Pfund
Geldschein mit Flügeln Bank Geld
Kreditkarte Guthaben Karte
Beleg Belege Buchhaltung Rechnung Rechnungslegung
steigende Kurve mit Yen-Zeichen Diagramm Markt
Briefumschlag Brief E-Mail
E-Mail Brief E-Mail-Symbol
eingehender Briefumschlag E-Mail empfangen
Umschlag mit Pfeil E-Mail gesendet
Postausgang Ablage
Posteingang Ablage
Paket Päckchen
geschlossener Briefkasten mit Post E-Mail geschlossen
geschlossener Briefkasten ohne Post geschlossen keine E-Mail
offener Briefkasten mit Post E-Mail offen
offener Briefkasten ohne Post keine E-Mail offen
Briefkasten Brief
Urne mit Wahlzettel
Bleistift
schwarzer Federhalter Füller schwarz Stift
Füllhalter Füller Füllfederhalter
Kugelschreiber Stift
Pinsel Kunst malen
Wachsmalstift Buntstift
Papier und Bleistift Kurzmitteilung Nachricht
Aktentasche Tasche
Ordner Dokument geschlossen
geöffneter Ordner Dokument offen
Karteireiter Büromaterial Karteikarten
Kalender Kalenderblatt
Abreißkalender Kalender
Notizblock Block
Spiralkalender Kalender
Rotationskartei Visitenkarten
Aufwärtstrend Diagramm Kurve steigend
Abwärtstrend Diagramm fallend Kurve
Balkendiagramm Balken Diagramm
Klemmbrett Clipboard Zwischenablage
Reißzwecke anpinnen
Stecknadel anpinnen Reißzwecke rund runde
Büroklammer
verhakte Büroklammern Büroklammer verhakt
Lineal
dreieckiges Lineal Geodreieck
Schere
Karteikasten Büromaterial
Aktenschrank Ablage Archiv
Papierkorb
geschlossenes Schloss Datenschutz geschlossen Sicherheit
offenes Schloss nicht gesichert offen
Schloss mit Füller Datenschutz privat Sicherheit
Schloss mit Schlüssel Datenschutz privat Sicherheit
Schlüssel Passwort
alter Schlüssel alt
Hammer Werkzeug
Axt Beil hacken Holz spalten
Pickel Werkzeug
Hammer und Pickel Werkzeug
Hammer und Schraubenschlüssel Werkzeug
Dolch Waffe
gekreuzte Schwerter gekreuzt
Bombe Comic
Bumerang Boomerang
Pfeil und Bogen
Schutzschild Schild
Handsäge Holz Säge Tischler Werkzeug
Schraubenschlüssel Werkzeug
Schraubenzieher Schraube Schraubendreher Werkzeug
Mutter und Schraube
Zahnrad Werkzeug
Schraubzwinge Werkzeug
Waage Gerechtigkeit Gewicht Werkzeug wiegen
Blindenstock Barrierefreiheit blind
Linksymbol Kettenglieder Verknüpfungssymbol zwei Ringe
gebrochene Kette brechen Freiheit gebrochen Handschellen zerbrechen
Ketten Eisen Kette
Haken Angelhaken
Werkzeugkasten Mechaniker Werkzeug
Magnet Anziehungskraft magnetisch
Leiter klettern Sprosse Stufe
Destillierapparat Werkzeug
Reagenzglas Chemie Experiment Labor Versuche
Petrischale Bakterien Bakterienkultur Biologie
DNA Biologie Evolution Genetik Leben
Mikroskop Labor
Teleskop
Satellitenschüssel Antenne Schüssel
Spritze Arzt Injektion Nadel
Blutstropfen Blutspende Medizin Menstruation
Kapsel Arzt Medizin Tabletten
Heftpflaster Pflaster
Krücke Behinderung Gehhilfe Gehstütze Schmerzen Stock
Stethoskop Arzt Herz Medizin
Röntgenbild Knochen Medizin Radiologie Röntgen Skelett
Tür Eingang geschlossen
Fahrstuhl Aufzug Lift
Spiegel Reflexion Spiegelbild
Fenster Aussicht durchsichtig frische Luft Öffnung Rahmen
Bett Hotel schlafen Übernachtung
Sofa und Lampe
Stuhl sitzen
Toilette WC
Saugglocke Saugglocken Toilette verstopft
Dusche
Badewanne Bad Badezimmer
Mausefalle Falle Mäusefalle
Rasierer rasieren scharf
Creme Feuchtigkeitscreme Körpercreme Shampoo Sonnencreme
Sicherheitsnadel Punk Windel
Besen Fegen Hexe Kehren
Korb Picknick Wäsche
Küchenrolle Klopapier Papiertücher Toilettenpapier
Eimer Behälter Bottich Kübel
Seife Baden säubern Seifenschale
Blasen reinigen Seife Seifenblasen unter Wasser Wasserblasen
Zahnbürste Badezimmer Bürste sauber Zähne Zahnhygiene
Schwamm absorbieren aufsaugen porös
Feuerlöscher Feuer löschen
Einkaufswagen einkaufen
Zigarette Rauchen Rauchersymbol
Sarg Beerdigung Tod tot
Grabstein Friedhof Grab
Urne Beerdigung Tod tot
Nazar-Amulett Glücksbringer Nazar Talisman
Hamsa Amulett Fatima Glückssymbol Maria Miriam Schutz
Statue Gesicht Maske Osterinsel
Protestschild Demonstration Mahnwache Plakat Protest Schild
Ausweis Führerschein Personalausweis Plakette
Symbol „Geldautomat“ ATM
Symbol „Papierkorb“ Müll Sauberkeit
Trinkwasser Wasser
Symbol „Rollstuhl“ barrierefrei behindertengerecht
Herren Herrentoilette
Damen Damentoilette
Toiletten Toilette WC
Symbol „Baby“ Wickelraum
WC Toilette
Passkontrolle Pass
Zollkontrolle Zoll
Gepäckausgabe Gepäck
Gepäckaufbewahrung Gepäck Schließfach
Warnung Dreieck
Kinder überqueren die Straße Vorsicht
Zutritt verboten keine Durchfahrt
Verboten Verbotszeichen
Fahrräder verboten Radfahren
Rauchverbot Rauchen verboten
Abfall verboten Müll
Kein Trinkwasser verboten Wasser
Fußgänger verboten
Mobiltelefone verboten Mobiltelefon Verbot
Minderjährige verboten Erwachsene Mindestalter nicht jugendfrei
Radioaktiv
Biogefährdung Zeichen
Pfeil nach rechts Osten Rechtspfeil
kreisförmige Pfeile im Uhrzeigersinn
Pfeile gegen den Uhrzeigersinn kreisförmige
BACK-Pfeil links Pfeil zurück
END-Pfeil links Pfeil
ON!-Pfeil Pfeil rechts und links
SOON-Pfeil Pfeil rechts
TOP-Pfeil Pfeil nach oben
religiöse Stätte Religion
Atomzeichen Atheist Atom
om Hinduismus Religion
Davidstern jüdisch Religion
Dharma-Rad Buddhismus Dharma
Yin und Yang Daoismus Religion
lateinisches Kreuz Christentum lateinisch Religion
orthodoxes Kreuz Christentum Orthodox Religion
Hilal und Stern Islam Religion
Friedenszeichen Friedensbewegung Friedenssymbol
Menora Leuchter Religion
Hexagramm mit Punkt Wahrsager
Khanda Religion Schwert Sikhismus
Widder (Sternzeichen) Sternzeichen
Stier (Sternzeichen) Sternzeichen
Zwillinge (Sternzeichen) Sternzeichen Zwilling
Krebs (Sternzeichen) Sternzeichen
Löwe (Sternzeichen) Sternzeichen
Jungfrau (Sternzeichen) Sternzeichen
Waage (Sternzeichen) Sternzeichen
Skorpion (Sternzeichen) Sternzeichen
Schütze (Sternzeichen) Sternzeichen
Steinbock (Sternzeichen) Sternzeichen
Wassermann (Sternzeichen) Sternzeichen
Fische (Sternzeichen) Sternzeichen
Schlangenträger Sternbild
Zufallsmodus gekreuzt Pfeile verschlungene nach rechts
Wiederholen im Uhrzeigersinn Pfeile
Titel wiederholen dasselbe im Uhrzeigersinn noch einmal Pfeile
Aufwärts-Schaltfläche aufwärts nach oben Pfeil Schaltfläche
Abwärts-Schaltfläche abwärts nach unten Pfeil Schaltfläche
Kinosymbol Film Filmkamera Kino Unterhaltung
Taste Dimmen dimmen gedimmt Helligkeit schwache
Heller-Taste Helligkeit starke
balkenförmige Signalstärkenanzeige Empfang Mobilfunksignal Mobiltelefon Signalstärke
WLAN Computer drahtlos Internet kabellos Netzwerk
Vibrationsmodus Mobiltelefon Vibration
Mobiltelefon aus ausschalten Handy
Frauensymbol Frau weiblich Zeichen
Männersymbol Mann Symbol Zeichen
Transgender-Symbol Symbol für Transgender
mal × abbrechen Multiplikation Multiplikationszeichen multiplizieren x
plus + Plus Pluszeichen
minus - − Minus Minuszeichen
geteilt durch ÷ Division Geteiltzeichen
Gleichheitszeichen extrafett gleich Gleichheit Mathematik
Unendlichkeit ewig grenzenlos unendlich
rotes Fragezeichen rot Satzzeichen
weißes Fragezeichen Satzzeichen weiß
weißes Ausrufezeichen Satzzeichen weiß
rotes Ausrufezeichen rot Satzzeichen
Geldwechsel Geld Währung Wechsel
Dollarzeichen extrafett Dollar Geld Währung
Äskulapstab Apotheke Asklepiosstab Medizin
Recycling-Symbol Recycling
Lilie Fleur-de-Lis
Dreizack Anker Triton
Namensschild Schild
japanisches Anfänger-Zeichen Anfänger Symbol
hohler roter Kreis großer o rot
weißes Häkchen abgehakt erledigt
abgehaktes Kästchen ✓ Feld mit Häkchen
kräftiges Häkchen abhaken erledigt
Kreuzzeichen abbrechen durchgestrichen Multiplikation multiplizieren x
angekreuztes Kästchen Feld Kreuz Quadrat X
Schleife
Doppelschleife Rechteck Schleife
achtzackiger Stern * achtzackig
achtstrahliger Stern *
Funkeln *
Eingabesymbol lateinische Großbuchstaben
Eingabesymbol lateinische Kleinbuchstaben
Eingabesymbol Zahlen
Eingabesymbol Sonderzeichen
Eingabesymbol lateinische Buchstaben
roter Punkt Ball rot
oranger Punkt orange
gelber Punkt gelb
grüner Punkt grün
blauer Punkt Ball blau
lila Punkt
brauner Punkt braun
schwarzer Punkt Ball schwarz
weißer Punkt Ball weiß
rotes Quadrat rot
oranges Quadrat orange
gelbes Quadrat gelb
grünes Quadrat grün
blaues Quadrat blau
lila Quadrat
braunes Quadrat braun
große orangefarbene Raute orangefarben
große blaue Raute blau
kleine orangefarbene Raute orangefarben
kleine blaue Raute blau
rotes Dreieck mit der Spitze nach oben aufwärts rot
rotes Dreieck mit der Spitze nach unten abwärts rot
Rautenform mit Punkt Diamant
Optionsfeld Schaltfläche
weiße quadratische Schaltfläche quadratisch weiß
schwarze quadratische Schaltfläche quadratisch schwarz
Zielflagge karierte Flagge Rennen Sport
Wimpel Dreiecksflagge Flagge rot
überkreuzte Flaggen Japan japanische
schwarze Flagge Fahne wehen
weiße Flagge Fahne wehen
Regenbogenflagge bunt Fahne Regenbogen
Transgender-Flagge Flagge Transgender
Piratenflagge Jolly Roger Pirat Piratenfahne Schatz`;
