/**
 * Organization and everything that schema.org 30.0 derives from it, parent by parent. The vocabulary is published under
 * CC BY-SA 3.0: https://schema.org/docs/terms.html
 */
const TREE = `
	Organization: Airline Consortium Cooperative Corporation EducationalOrganization FundingScheme
		GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization NGO NewsMediaOrganization OnlineBusiness
		PerformingGroup PoliticalParty Project ResearchOrganization SearchRescueOrganization SportsOrganization WorkersUnion
	EducationalOrganization: CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School
	MedicalOrganization: Dentist DiagnosticLab Hospital MedicalClinic Pharmacy Physician VeterinaryCare
	MedicalClinic: CovidTestingFacility
	Physician: IndividualPhysician PhysiciansOffice
	OnlineBusiness: OnlineMarketplace OnlineStore
	PerformingGroup: DanceGroup MusicGroup TheaterGroup
	Project: FundingAgency ResearchProject
	SportsOrganization: SportsTeam
	LocalBusiness: AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist DryCleaningOrLaundry
		EmergencyService EmploymentAgency EntertainmentBusiness FinancialService FoodEstablishment GovernmentOffice
		HealthAndBeautyBusiness HomeAndConstructionBusiness InternetCafe LegalService Library LodgingBusiness
		MedicalBusiness ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter
		SportsActivityLocation Store TelevisionStation TouristInformationCenter TravelAgency
	AutomotiveBusiness: AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation
		MotorcycleDealer MotorcycleRepair
	EmergencyService: FireStation Hospital PoliceStation
	EntertainmentBusiness: AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub
	FinancialService: AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
	FoodEstablishment: Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant
		Winery
	GovernmentOffice: PostOffice
	HealthAndBeautyBusiness: BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
	HomeAndConstructionBusiness: Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
		RoofingContractor
	LegalService: Attorney Notary
	LodgingBusiness: BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental
	Resort: SkiResort
	MedicalBusiness: CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic
		Midwifery Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician
		Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth
	SportsActivityLocation: BowlingAlley ExerciseGym GolfCourse HealthClub PublicSwimmingPool SkiResort SportsClub
		StadiumOrArena TennisComplex
	Store: AutoPartsStore BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore
		ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore
		JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore
		OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore
`;

/** Type → the types directly above it; a dentist is a medical business and a medical organization. */
const PARENTS: ReadonlyMap<string, readonly string[]> = readTree();

/** True for a schema.org type name, without its prefix, that names a kind of organization. */
export function isOrganizationType(type: string): boolean {
	return isKindOf(type, "Organization");
}

/** True for a kind of organization that people go to, or that comes to them: LocalBusiness and all below it. */
export function isLocalBusinessType(type: string): boolean {
	return isKindOf(type, "LocalBusiness");
}

/** True where `type` is `ancestor`, a kind of organization, or stands below it. */
export function isKindOf(type: string, ancestor: string): boolean {
	const work = [type];
	for (let each = work.pop(); each !== undefined; each = work.pop()) {
		if (each === ancestor) return true;
		work.push(...(PARENTS.get(each) ?? []));
	}
	return false;
}

function readTree(): Map<string, readonly string[]> {
	const parents = new Map<string, string[]>();
	let parent = "";
	for (const word of TREE.trim().split(/\s+/)) {
		if (word.endsWith(":")) parent = word.slice(0, -1);
		else parents.set(word, [...(parents.get(word) ?? []), parent]);
	}
	return parents;
}
